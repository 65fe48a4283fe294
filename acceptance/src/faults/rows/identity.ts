import type { Row } from "./row.ts"

const neverLost = "server/src/email/receive/never-lost.test.ts"
const receiving = "server/src/email/receive/receiving.test.ts"
const threading = "server/src/email/receive/threading.test.ts"
const automatic = "server/src/email/receive/automatic.rules.test.ts"
const composition = "server/src/email/send/compose/compose.test.ts"
const rules = "server/src/email/receive/rules.test.ts"
const workflows = "server/src/workflows/loops.test.ts"

/** Whose message it is, where it belongs, and whether a person wrote it. */
export const identityRows: Record<string, Row> = {
  P10: {
    says: "two different messages with one `Message-ID`",
    tests: [[receiving, "twice is kept once; another one with the same Message-ID is kept too (P10)"]],
  },
  P11: {
    says: "one message that is sent to two inboxes",
    tests: [[receiving, "that is sent to two inboxes stands in each of them once (P11)"]],
  },
  P13: {
    says: "very many, very long, broken and foreign ids in `References`",
    tests: [
      [threading, "is found among very many ids, and by the last ones alone (P13)"],
      [rules, "what is answered: the nearest first, each once, the last fifty (P13)"],
    ],
  },
  E1: {
    says: "a sender nobody has proven, with ids that were guessed",
    tests: [[threading, "counts only from who has a part in it: a stranger who guesses an id begins anew (E1)"]],
  },
  E2: {
    says: "reply addresses that were altered, cut, counted up or made elsewhere",
    tests: [
      [threading, "is a new conversation where the name is not genuine, whatever is wrong with it (E2)"],
      [threading, "finds its conversation by the address, by the envelope and by Message-IDs, and reopens it (E6)"],
    ],
  },
  E3: {
    says: "the right reply address, another sender, and a copy to somebody else",
    tests: [[threading, "of somebody else is kept there, marked, and brings nobody in (E3)"]],
  },
  E4: {
    says: "a stranger's mail to a reply address, such as a link to confirm an account: nobody but agents sees it, nothing of it is mailed on; reply addresses live on a domain of their own (`REPLY_DOMAIN`)",
    tests: [
      [threading, "of somebody else is kept there, marked, and brings nobody in (E3)"],
      [composition, "is not told to a stranger who pushed in, before one of us has answered them"],
    ],
  },
  E11: {
    says: "the address of a known customer, with other things said of them",
    tests: [
      [
        "server/src/conversations/create-customer.test.ts",
        "is found by any of their addresses in any case, and stays as they are",
      ],
    ],
  },
  E6: {
    says: "the number of another conversation in the subject",
    tests: [
      [threading, "finds its conversation by the address, by the envelope and by Message-IDs, and reopens it (E6)"],
    ],
  },
  E8: {
    says: "`Reply-To` that differs from `From`",
    tests: [[receiving, "says who wrote it, where answers go, and why it stands there (E8)"]],
  },
  E9: {
    says: "names that are addresses, look-alikes, or turn the direction of reading",
    tests: [
      [rules, "whoever calls themselves what they like is called so, within limits (E9)"],
      [receiving, "says who wrote it, where answers go, and why it stands there (E8)"],
    ],
  },
  E10: {
    says: "addresses that look alike; the case of an address counts nowhere on a desk, as decided",
    tests: [[receiving, "makes nobody of two people, and two of nobody (E10)"]],
  },
  E12: {
    says: "an outsider who writes from the address of one of us",
    tests: [[receiving, "from the address of one of us is a customer's all the same (E12)"]],
  },
  L1: {
    says: "`Auto-Submitted`, in all its forms",
    tests: [
      [automatic, "Auto-Submitted in any case, with parameters, of any kind (L1)"],
      [threading, "is kept in its conversation, reopens nothing and tells nobody that a customer wrote (L1, L8)"],
    ],
  },
  L2: {
    says: "`Auto-Submitted: no`",
    tests: [[automatic, "Auto-Submitted: no is a person, however it is written (L2)"]],
  },
  L3: {
    says: "what others write instead",
    tests: [
      [automatic, "what others write instead, in any case (L3)"],
      [threading, "begins a conversation like anybody's where it answers nothing, and says what it is (L3)"],
    ],
  },
  L4: {
    says: "the null sender, and names that no person has",
    tests: [[automatic, "the null sender, and names that no person has (L4)"]],
  },
  L5: {
    says: "mail from one of our own addresses",
    tests: [[neverLost, "is a loop only where this inbox itself sent it, by its signed Message-ID (L5)"]],
  },
  L8: {
    says: "answers of many who are away",
    tests: [
      [threading, "is kept in its conversation, reopens nothing and tells nobody that a customer wrote (L1, L8)"],
    ],
  },
  L11: {
    says: "Workflows set one another off: one tags, the other untags",
    tests: [
      [workflows, "after ten they are stopped there, and both and the conversation say so (L11)"],
      [workflows, "whatever they are, they end: none begins behind ten others, or oftener in an hour than it may"],
    ],
  },
  L12: {
    says: "more than 50 `Received`",
    tests: [[receiving, "that went round in circles is refused, and leaves nothing (L12)"]],
  },
}
