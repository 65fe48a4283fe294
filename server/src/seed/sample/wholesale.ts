import type { NewConversation } from "../insert/conversations.ts"
import { fromCustomer, lineItem, note, reply } from "../insert/threads.ts"
import type { Shop } from "./shop.ts"
import { paragraphs } from "./text.ts"

export function wholesaleConversations({ clock, owner, users, inboxes, customers, fields, tags }: Shop) {
  const { wholesale: inboxId } = inboxes
  return {
    hotel: {
      inboxId,
      customerId: customers.joost,
      subject: "400 odd socks for Hotel Meridian",
      assigneeId: users.ines,
      cc: ["accounts@hotel-meridian.example"],
      tagIds: [tags.sample, tags.deal],
      fields: [
        { fieldId: fields.quantity, value: "400" },
        { fieldId: fields.stage.id, value: String(fields.stage.options["Offer sent"]) },
      ],
      threads: {
        inquiry: fromCustomer(
          clock.ago({ days: 6 }),
          paragraphs(
            "Dear Oddfoot,",
            "our guests lose one sock per stay, on average. Instead of returning them we would like to hand out one of yours with the room key: 400 to begin with, in our blue.",
            "What would that cost, and how soon? Joost de Wit, Hotel Meridian",
          ),
        ),
        offer: reply(
          users.ines,
          clock.ago({ days: 5, hours: 20 }),
          paragraphs(
            "Dear Mr de Wit,",
            "four hundred left feet will thank you. For 400 single socks in your blue: €2.10 each, delivered in three weeks. At 1,000 it is €1.80.",
            "I attach nothing, because a sock says more: a sample is in the post. Ines Okafor",
          ),
          {
            to: ["joost@hotel-meridian.example"],
            cc: ["accounts@hotel-meridian.example"],
            openedAt: clock.ago({ days: 5, hours: 18 }),
          },
        ),
        haggle: fromCustomer(
          clock.ago({ hours: 4 }),
          paragraphs(
            "The sample is on the reception desk; three guests have tried to buy it.",
            "At €1.95 we sign today, and our sister house in Delft will follow. Can you do that?",
          ),
          { cc: ["accounts@hotel-meridian.example"] },
        ),
        question: note(
          users.ines,
          clock.ago({ hours: 3 }),
          paragraphs(
            `@${owner.mention} at €1.95 we still earn a little, at two houses we earn properly. May I say yes?`,
            "@nora.sample would packing manage 400 within three weeks?",
          ),
        ),
        packing: note(
          users.nora,
          clock.ago({ hours: 2, minutes: 30 }),
          paragraphs("We would, if nobody sends me more frogs."),
        ),
      },
    },
    invoice: {
      inboxId,
      customerId: customers.lotte,
      subject: "Invoice 2031 has somebody else's VAT number",
      assigneeId: owner.id,
      tagIds: [tags.sample],
      threads: {
        question: fromCustomer(
          clock.ago({ hours: 5 }),
          paragraphs(
            "Hello, the VAT number on invoice 2031 belongs, as far as I can tell, to a bakery in Ghent. Lovely people; we had a nice talk.",
            "Could we have one with ours? I cannot pay it otherwise. Lotte Smit, Accounts",
          ),
        ),
        assignment: lineItem(
          users.ines,
          clock.ago({ hours: 4, minutes: 30 }),
          { type: "assigned", text: "Assigned to the owner", entities: { user: owner.id } },
          { assignedToId: owner.id },
        ),
      },
    },
    museum: {
      inboxId,
      customerId: customers.astrid,
      subject: "Socks for the museum shop",
      status: "pending",
      assigneeId: users.ines,
      tagIds: [tags.sample],
      fields: [{ fieldId: fields.stage.id, value: String(fields.stage.options["First contact"]) }],
      threads: {
        inquiry: fromCustomer(
          clock.ago({ days: 8 }),
          paragraphs(
            "Good day from the Museum of Lost Things! Visitors keep asking whether they may take an exhibit home. They may not.",
            "A shelf of single socks beside the exit would save us many conversations. Do you sell on commission? Astrid Lindqvist",
          ),
        ),
        answer: reply(
          users.ines,
          clock.ago({ days: 7 }),
          paragraphs(
            "Dear Astrid, on commission and with pleasure. How wide is the shelf, and may we write “Found” on the label?",
          ),
          { to: ["astrid@lost-things.example"], openedAt: clock.ago({ days: 6 }) },
        ),
        draft: reply(
          users.ines,
          clock.ago({ hours: 20 }),
          paragraphs("Dear Astrid, only to ask whether my letter got lost, which in your case would be a compliment"),
          { to: ["astrid@lost-things.example"], state: "draft" },
        ),
      },
    },
  } satisfies Record<string, NewConversation<string>>
}
