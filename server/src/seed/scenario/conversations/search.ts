import type { NewConversation } from "../../insert/conversations.ts"
import { fromCustomer, reply } from "../../insert/threads.ts"
import type { Desk } from "../desk.ts"

/** Words that occur nowhere else in the scenario. */
export function searchConversations({ clock, users, inboxes, customers }: Desk) {
  const inSupport = { inboxId: inboxes.support, customerId: customers.plusAddress }
  const at = (hours: number) => clock.ago({ days: 35, hours })
  return {
    searchPhrase: {
      ...inSupport,
      subject: "The quicksilver pendulum stopped",
      threads: { question: fromCustomer(at(1), "<p>My brass orrery ticks backwards.</p>") },
    },
    /** The same words in another order. */
    searchWords: {
      ...inSupport,
      subject: "Pendulum made of quicksilver",
      threads: { question: fromCustomer(at(2), "<p>The orrery is brass, and backwards it ticks.</p>") },
    },
    searchAccents: {
      ...inSupport,
      subject: "Crème brûlée à Zürich",
      threads: { question: fromCustomer(at(3), "<p>Wo ist die Straße? Où est le château? Tschüß!</p>") },
    },
    searchMarkup: {
      ...inSupport,
      subject: "Markup <b>is text</b> in a subject",
      threads: {
        question: fromCustomer(
          at(4),
          '<style>.velocipede { color: red }</style><p title="velocipede">Fish&amp;chips un<b>brok</b>en</p>',
        ),
      },
    },
    searchChinese: {
      ...inSupport,
      customerId: customers.chinese,
      subject: "订单没有到",
      threads: { question: fromCustomer(at(5), "<p>我的包裹在哪里？谢谢。</p>") },
    },
    searchArabic: {
      ...inSupport,
      customerId: customers.arabic,
      subject: "أين طلبي؟",
      threads: { question: fromCustomer(at(6), "<p>لم يصل الطرد بعد، شكراً.</p>") },
    },
    /** Answered by Linus to an address that is no customer's. */
    searchAddresses: {
      ...inSupport,
      subject: "Answered to several addresses",
      threads: {
        question: fromCustomer(at(7), "<p>Please copy my accountant.</p>"),
        answer: reply(users.limited, at(6), "<p>Gladly.</p>", {
          to: ["peter+newsletter@customers.scenario.example"],
          cc: ["Accountant+Tax@books.scenario.example"],
          bcc: ["archive@books.scenario.example"],
        }),
      },
    },
  } satisfies Record<string, NewConversation<string>>
}
