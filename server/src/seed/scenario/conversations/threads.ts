import type { NewConversation } from "../../insert/conversations.ts"
import { fromCustomer, note, reply } from "../../insert/threads.ts"
import { attachments } from "../attachments.ts"
import type { Desk } from "../desk.ts"

/** Every type and state of thread, ratings, attachments, saved replies, and what a customer opened. */
export function threadConversations({ clock, users, inboxes, customers, savedReplies }: Desk) {
  const inSupport = { inboxId: inboxes.support, customerId: customers.accents }
  const at = (hour: number) => clock.ago({ days: 20, hours: -hour })
  const question = fromCustomer(at(0), "<p>One question, many threads.</p>")
  const to = ["zoe@customers.scenario.example"]
  const rated = (hour: number, rating: "great" | "okay" | "not_good" | "unknown", comments?: string) =>
    reply(users.grace, at(hour), `<p>Rate this: ${rating}.</p>`, {
      to,
      rating: { rating, at: at(hour + 1), ...(comments === undefined ? {} : { comments }) },
    })
  return {
    /** All but the two halves of a forward. */
    everyThreadType: {
      ...inSupport,
      subject: "Every type of thread",
      threads: {
        customer: fromCustomer(at(0), "<p>Written by the customer.</p>", { to: ["support@scenario.example"] }),
        message: reply(users.ada, at(1), "<p>Written by a user.</p>", {
          to,
          cc: ["carbon@customers.scenario.example"],
        }),
        note: note(users.ada, at(2), "<p>For @scenario-grace only.</p>"),
        chat: {
          type: "chat",
          createdById: users.grace,
          createdAt: at(3),
          body: "<p>Typed in a chat.</p>",
          source: { type: "chat", via: "user" },
        },
        widgetchat: {
          type: "widgetchat",
          createdAt: at(4),
          body: "<p>Typed on a web site.</p>",
          source: { type: "widget", via: "customer" },
        },
        phone: {
          type: "phone",
          createdById: users.ada,
          createdAt: at(5),
          body: "<p>Said on the telephone.</p>",
          source: { type: "manual", via: "user" },
        },
        lineitem: {
          type: "lineitem",
          createdById: users.ada,
          createdAt: at(6),
          action: { type: "default", text: "Did something" },
        },
      },
    },
    everyThreadState: {
      ...inSupport,
      subject: "Every state of a thread",
      threads: {
        question,
        published: reply(users.ada, at(1), "<p>Sent.</p>", { to, status: "active" }),
        bounced: reply(users.ada, at(2), "<p>Came back.</p>", { to, status: "pending", state: "bounced" }),
        hidden: reply(users.ada, at(3), "<p>Not for everybody.</p>", { to, status: "closed", state: "hidden" }),
        review: reply(users.limited, at(4), "<p>Somebody was faster.</p>", { to, status: "spam", state: "review" }),
        draft: reply(users.ada, at(5), "<p>Not yet</p>", { to, state: "draft" }),
      },
    },
    rated: {
      ...inSupport,
      subject: "Every rating",
      threads: {
        question,
        great: rated(1, "great", "Quick & kind 🎉"),
        okay: rated(3, "okay"),
        notGood: rated(5, "not_good", "Nobody understood me."),
        unknown: rated(7, "unknown"),
      },
    },
    withAttachments: {
      ...inSupport,
      subject: "Attachments of every state",
      threads: {
        question: fromCustomer(at(0), "<p>See the picture.</p>", { attachments: [attachments.picture] }),
        answer: reply(users.ada, at(1), "<p>See the letter.</p>", { to, attachments: [attachments.letter] }),
        warning: fromCustomer(at(2), "<p>Do not open these.</p>", {
          attachments: [attachments.virus, attachments.pending],
        }),
      },
    },
    opened: {
      ...inSupport,
      subject: "Opened by the customer, made from a saved reply",
      threads: {
        question,
        opened: reply(users.limited, at(1), "<p>Thank you for writing. We look into it <b>today</b>.</p>", {
          to,
          savedReplyId: savedReplies.thanks,
          openedAt: at(2),
        }),
      },
    },
    phoneCall: {
      ...inSupport,
      customerId: customers.withoutEmail,
      subject: "A telephone call",
      type: "phone",
      source: { type: "manual", via: "user" },
      threads: {
        call: { type: "phone", createdById: users.ada, createdAt: at(0), body: "<p>Called about the bell.</p>" },
      },
    },
    /** Long enough that a list shows only the beginning. */
    longChat: {
      ...inSupport,
      customerId: customers.emoji,
      subject: "A long chat",
      type: "chat",
      source: { type: "chat", via: "customer" },
      threads: {
        chat: {
          type: "chat",
          createdAt: at(0),
          body: `<p>${"And then there was one more thing. ".repeat(200)}The end.</p>`,
          source: { type: "chat", via: "customer" },
        },
      },
    },
    /** Nothing but notes: no published thread counts. */
    onlyNotes: {
      ...inSupport,
      subject: "Only notes",
      source: { type: "internal", via: "user" },
      threads: { remark: note(users.ada, at(0), "<p>Think about this.</p>") },
    },
  } satisfies Record<string, NewConversation<string>>
}
