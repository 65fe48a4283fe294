import type { Row } from "./row.ts"

const judge = "server/src/email/trust/judge.rules.test.ts"
const agents = "server/src/email/trust/agent-reply.test.ts"
const page = "server/src/ratings/page.test.ts"

/** Who somebody is, and what they may do by mail and by a link. */
export const trustRows: Record<string, Row> = {
  E5: {
    says: "an answer in the name of one of us: a name that only we can make, a proven sender, whom we wrote to, and their rights now",
    tests: [
      [agents, "what has a name that is made up, of another mail or for another purpose"],
      [agents, "what is not proven to come from where it says"],
      [agents, "what comes from somebody else, or from somebody else for whoever reads it"],
      [agents, "what comes from who may not see the conversation any more, may not answer, or has left"],
    ],
  },
  E7: {
    says: "a message that says of itself that it was checked",
    tests: [[judge, "what a message says of itself counts for nothing (E7)"]],
  },
  E13: {
    says: "a link to rate that somebody makes up: one page for all of them, and nothing changes",
    tests: [
      [page, "is the same friendly page for all of them, and changes nothing (E13)"],
      [page, "chooses what the link says, and keeps nothing, because programs follow links too"],
    ],
  },
  E14: {
    says: "signatures over a part, with two senders, handed on, expired, of long and of new keys, with fields added",
    tests: [
      [judge, "believes a signature of the domain in From, by every kind of key, also without a peer (E14)"],
      [judge, "a signature over a part of the body is none, whether or not something was added (E14)"],
      [judge, "two senders are nobody, in one field or in two (E14)"],
      [
        judge,
        "a field that was put above a signed one spoils the proof, whether or not the signature forbids it (E14)",
      ],
      [
        judge,
        "a signature that has expired, is over other words, of another domain or of a key that is gone proves nothing (E14)",
      ],
      [
        judge,
        "signed mail that somebody else hands on still proves its writer; who handed it on shows beside it (E14)",
      ],
    ],
  },
}
