import type { NewConversation } from "../insert/conversations.ts"
import { fromCustomer, lineItem, note, reply } from "../insert/threads.ts"
import type { Shop } from "./shop.ts"
import { paragraphs } from "./text.ts"

/** Solved, waiting for the customer, or not worth an answer. */
export function quietConversations({ clock, users, inboxes, customers, fields, savedReplies, tags }: Shop) {
  const { support: inboxId } = inboxes
  const toBeatrix = { to: ["beatrix.holm@mail.example"] }
  const toEmile = { to: ["emile.garnier@courrier.example"] }
  return {
    matchingPair: {
      inboxId,
      customerId: customers.beatrix,
      subject: "MY SOCKS MATCH. Again!",
      assigneeId: users.nora,
      tagIds: [tags.sample, tags.quality],
      fields: [{ fieldId: fields.order, value: "4127" }],
      closed: { byId: users.nora, at: clock.ago({ days: 1, hours: 20 }) },
      threads: {
        complaint: fromCustomer(
          clock.ago({ days: 3, hours: 2 }),
          paragraphs(
            "This is the SECOND month in a row. I pay for five socks that do not match. I received two green ones with the same frogs. The SAME frogs.",
            "I wore them to work before I noticed. A colleague said I looked “put together”. I have never been so cross.",
            "I want my money back and I want to cancel. B. Holm",
          ),
        ),
        remark: note(
          users.tomas,
          clock.ago({ days: 3, hours: 1 }),
          paragraphs(
            "@nora.sample she is right, and it is our fault twice: both boxes were packed on the frog shift. I would not send the saved reply on its own here.",
          ),
        ),
        assignment: lineItem(
          users.tomas,
          clock.ago({ days: 3, hours: 1 }),
          { type: "assigned", text: "Assigned to Nora Vance", entities: { user: users.nora } },
          { assignedToId: users.nora },
        ),
        apology: reply(
          users.nora,
          clock.ago({ days: 3 }),
          paragraphs(
            "Dear Ms Holm,",
            "you are right to be cross. One matching pair is an accident, two are carelessness, and both were ours.",
            "Both months are refunded; you will see the money within three days. Your subscription ends today unless you tell me otherwise. And because you should not be left looking put together, one sock with a single, very lonely frog is in the post.",
            "We now check the boxes by daylight. Nora Vance",
          ),
          { ...toBeatrix, savedReplyId: savedReplies.matchingPair, openedAt: clock.ago({ days: 2, hours: 23 }) },
        ),
        softer: fromCustomer(
          clock.ago({ days: 2, hours: 3 }),
          paragraphs("The lonely frog came this morning. It is hideous. I love it. Please do NOT cancel."),
        ),
        glad: reply(
          users.nora,
          clock.ago({ days: 1, hours: 21 }),
          paragraphs("Nothing is cancelled, and the frog says thank you. The next box is on us."),
          {
            ...toBeatrix,
            openedAt: clock.ago({ days: 1, hours: 20 }),
            rating: {
              rating: "great",
              comments: "Admitted it at once, no excuses. And the frog!",
              at: clock.ago({ days: 1, hours: 18 }),
            },
          },
        ),
      },
    },
    french: {
      inboxId,
      customerId: customers.emile,
      subject: "Quatre chaussettes au lieu de cinq",
      status: "pending",
      assigneeId: users.tomas,
      tagIds: [tags.sample],
      fields: [{ fieldId: fields.order, value: "4171" }],
      threads: {
        question: fromCustomer(
          clock.ago({ days: 1, hours: 10 }),
          paragraphs(
            "Bonjour,",
            "ma dernière boîte ne contient que quatre chaussettes. J'ai cherché la cinquième partout, y compris sous le chat. Le chat nie tout.",
            "Est-ce normal ? Bien à vous, Émile Garnier",
          ),
        ),
        translation: note(
          users.tomas,
          clock.ago({ days: 1, hours: 9 }),
          paragraphs(
            "For those without French: four socks instead of five, he has looked under the cat, the cat denies everything.",
            "@ines.sample can you read my answer before I embarrass us?",
          ),
        ),
        approval: note(
          users.ines,
          clock.ago({ days: 1, hours: 8 }),
          paragraphs("Parfait. Ask him for the cat's name."),
        ),
        answer: reply(
          users.tomas,
          clock.ago({ days: 1, hours: 7 }),
          paragraphs(
            "Bonjour Monsieur Garnier,",
            "ce n'est pas normal, et le chat est innocent : la balance de notre atelier montre qu'il manquait bien une chaussette. Elle part demain, rayée, à gauche.",
            "Pourriez-vous confirmer votre adresse ? Et, pour notre dossier, le nom du chat ? Tomás",
          ),
          { ...toEmile, openedAt: clock.ago({ days: 1, hours: 5 }) },
        ),
      },
    },
    octopus: {
      inboxId,
      customerId: customers.odette,
      subject: "Call: eight socks for a birthday",
      type: "phone",
      source: { type: "manual", via: "user" },
      assigneeId: users.tomas,
      tagIds: [tags.sample],
      closed: { byId: users.tomas, at: clock.ago({ days: 2, hours: 4 }) },
      threads: {
        call: {
          type: "phone",
          createdById: users.tomas,
          createdAt: clock.ago({ days: 2, hours: 5 }),
          body: paragraphs(
            "Odette Quill rang. Her nephew turns six and is “at present an octopus”. She needs eight different socks, small, by Saturday.",
            "Agreed: eight socks, no two alike, wrapped one by one. She will collect them.",
          ),
          source: { type: "manual", via: "user" },
        },
        done: note(
          users.tomas,
          clock.ago({ days: 2, hours: 4 }),
          paragraphs("Packed. Added a ninth in case he loses one."),
        ),
      },
    },
    praise: {
      inboxId,
      customerId: customers.walter,
      subject: "A word of thanks from a retired knitter",
      assigneeId: users.nora,
      tagIds: [tags.sample, tags.praise],
      closed: { byId: users.nora, at: clock.ago({ days: 4, hours: 1 }) },
      threads: {
        letter: fromCustomer(
          clock.ago({ days: 5 }),
          paragraphs(
            "Dear young people,",
            "I knitted socks for forty years and always in pairs. My dryer took one of each. Your box has given every widowed sock in my drawer a companion.",
            "I thought somebody should tell you. Walter Pfaff",
          ),
        ),
        answer: reply(
          users.nora,
          clock.ago({ days: 4, hours: 2 }),
          paragraphs(
            "Dear Mr Pfaff,",
            "your letter is on the wall above the packing table. Two of us pretended to have something in our eyes.",
            "If you ever want to knit a single sock again: we know where it would be loved. Nora",
          ),
          {
            to: ["walter.pfaff@post.example"],
            openedAt: clock.ago({ days: 4, hours: 1 }),
            rating: { rating: "great", at: clock.ago({ days: 4 }) },
          },
        ),
      },
    },
    spam: {
      inboxId,
      customerId: customers.growth,
      subject: "Skyrocket your SOCK ranking to #1",
      status: "spam",
      tagIds: [tags.sample],
      threads: {
        offer: fromCustomer(
          clock.ago({ days: 2, hours: 12 }),
          paragraphs("Dear Sir or Sock, we noticed that your site could be noticed more. 10,000 visitors for $9."),
        ),
      },
    },
  } satisfies Record<string, NewConversation<string>>
}
