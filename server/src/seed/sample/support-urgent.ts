import type { NewConversation } from "../insert/conversations.ts"
import { fromCustomer, lineItem, note, reply } from "../insert/threads.ts"
import type { Shop } from "./shop.ts"
import { paragraphs } from "./text.ts"

/** What an agent would open first. */
export function urgentConversations({ clock, owner, users, inboxes, customers, fields, savedReplies, tags }: Shop) {
  const { support: inboxId } = inboxes
  return {
    lighthouse: {
      inboxId,
      customerId: customers.magnus,
      subject: "Do you deliver to lighthouses?",
      type: "chat",
      source: { type: "widget", via: "customer" },
      assigneeId: owner.id,
      tagIds: [tags.sample, tags.shipping],
      threads: {
        question: {
          type: "widgetchat",
          createdAt: clock.ago({ minutes: 26 }),
          body: paragraphs(
            "Hello! I keep a lighthouse. The supply boat comes every second Thursday, weather and seals permitting.",
            "Can I have the quarterly box? My left foot is always the colder one, if that helps you pack.",
          ),
          source: { type: "widget", via: "customer" },
        },
        welcome: note(
          users.nora,
          clock.ago({ minutes: 21 }),
          paragraphs(
            `@${owner.mention} welcome to the desk! This one is yours: reply, assign, snooze, close, nothing here reaches a real person.`,
            "Oddfoot and everybody who writes to it are made up. <code>npm run -s desk -- sample remove</code> takes all of us away again.",
          ),
        ),
        nudge: {
          type: "widgetchat",
          createdAt: clock.ago({ minutes: 6 }),
          body: paragraphs("No hurry. I have a very good view while I wait."),
          source: { type: "widget", via: "customer" },
        },
      },
    },
    wool: {
      inboxId,
      customerId: customers.mina,
      subject: "Is there wool in “Tuesday”?",
      tagIds: [tags.sample],
      threads: {
        question: fromCustomer(
          clock.ago({ hours: 2, minutes: 10 }),
          paragraphs(
            "Dear Oddfoot,",
            "this month's box arrived in Kyoto, thank you! I am allergic to wool, and the sock called “Tuesday” looks at me in a woolly way. The label says only “mostly comfortable”.",
            "Could you tell me what is in it before I put it on?",
            "Mina",
          ),
          { to: ["help@oddfoot.example"] },
        ),
        ask: note(
          users.nora,
          clock.ago({ hours: 1, minutes: 40 }),
          paragraphs(
            "@tomas.sample you were there when they chose the yarn. Is Tuesday the bamboo one or the one that tried to be a hat?",
            "Please let nobody answer this from memory, it is an allergy.",
          ),
        ),
        check: note(
          users.tomas,
          clock.ago({ hours: 1, minutes: 5 }),
          paragraphs("Bamboo, I am nearly sure. Asking the mill for the data sheet, they open in an hour."),
        ),
      },
    },
    latePost: {
      inboxId,
      customerId: customers.sunniva,
      subject: "Order 4188 is taking the scenic route",
      assigneeId: users.tomas,
      tagIds: [tags.sample, tags.shipping],
      fields: [{ fieldId: fields.order, value: "4188" }],
      snoozed: { byId: users.tomas, until: clock.ahead({ days: 1 }), unsnoozeOnCustomerReply: true },
      threads: {
        question: fromCustomer(
          clock.ago({ days: 1, hours: 6 }),
          paragraphs(
            "The tracking says my box has been in Hamburg, Malmö, Hamburg again, and now “at sea”.",
            "I live in Bergen. Is it coming, or has it retired?",
          ),
        ),
        answer: reply(
          users.tomas,
          clock.ago({ days: 1, hours: 4 }),
          paragraphs(
            "Hello Sunniva,",
            "your box has left us and is walking towards you, one sock at a time. The carrier tells me that “at sea” means the Bergen ferry, which lands the day after tomorrow.",
            "I have put a reminder on this. If the box is not with you by then, a new one leaves the same day and you keep both.",
            "Tomás",
          ),
          {
            to: ["sunniva@berg.example"],
            savedReplyId: savedReplies.whereIsMyBox,
            openedAt: clock.ago({ days: 1, hours: 3 }),
          },
        ),
        thanks: fromCustomer(clock.ago({ days: 1, hours: 2 }), paragraphs("That is fair. I wish it calm waters.")),
        calm: reply(users.tomas, clock.ago({ days: 1, hours: 1 }), paragraphs("So do we. Talk to you in two days!"), {
          to: ["sunniva@berg.example"],
        }),
        snoozing: lineItem(users.tomas, clock.ago({ days: 1 }), {
          type: "snoozed",
          text: "Snoozed until the ferry lands",
        }),
      },
    },
    newAddress: {
      inboxId,
      customerId: customers.raj,
      subject: "Moving on Friday, socks should follow",
      status: "pending",
      assigneeId: users.nora,
      tagIds: [tags.sample, tags.shipping],
      fields: [{ fieldId: fields.order, value: "4202" }],
      threads: {
        question: fromCustomer(
          clock.ago({ hours: 9 }),
          paragraphs(
            "Hi, we are moving on Friday. New address: 3 Cobbler's Yard, Leeds. The old flat was too small for two people and 61 single socks.",
            "Can the next box still be changed?",
          ),
        ),
        answer: reply(
          users.nora,
          clock.ago({ hours: 8 }),
          paragraphs(
            "Hi Raj, changed, with half a day to spare. I'll write again as soon as the new label is printed tomorrow morning.",
            "May the new place have many drawers. Nora",
          ),
          { to: ["raj.malhotra@post.example"], openedAt: clock.ago({ hours: 7 }) },
        ),
        confirmation: reply(
          users.nora,
          clock.ago({ hours: 7, minutes: 50 }),
          paragraphs(
            "Good morning Raj, the label says 3 Cobbler's Yard. Nothing left to do for you but carry the sofa.",
          ),
          {
            to: ["raj.malhotra@post.example"],
            state: "draft",
            scheduled: {
              byId: users.nora,
              sendAsId: users.nora,
              at: clock.ago({ hours: 7, minutes: 45 }),
              for: clock.tomorrow(8),
              unscheduleOnCustomerReply: true,
            },
          },
        ),
        scheduling: lineItem(users.nora, clock.ago({ hours: 7, minutes: 45 }), {
          type: "scheduled",
          text: "Scheduled a reply for tomorrow morning",
        }),
      },
    },
  } satisfies Record<string, NewConversation<string>>
}
