import type { Row } from "./row.ts"
import { disabledWebhookMail } from "./sending.ts"

const answers = "acceptance/src/faults/webhooks-answers.test.ts"
const changes = "acceptance/src/faults/webhooks-changes.test.ts"
const kills = "acceptance/src/faults/worker-kills.test.ts"
const schedule = "server/src/webhooks/deliveries/schedule.test.ts"
const owed = "server/src/webhooks/deliveries/owed.test.ts"
const engine = "server/src/webhooks/deliveries/engine.test.ts"

/** Receivers that are slow or hostile. */
export const webhookRows: Record<string, Row> = {
  W1: {
    says: "a receiver that refuses or resets, a name that is none, certificates that are wrong",
    tests: [
      [answers, "that meets no receiver fails with a reason, and another follows (W1)"],
      [answers, "trusts the certificate that it should, and no other, whatever the environment says (W1)"],
    ],
  },
  W2: {
    says: "a receiver that never answers: given up after 10 s, as decided",
    tests: [
      [answers, "is given up after ten seconds, and holds up nobody meanwhile (W2)"],
      [answers, "leaves the worker well, and the next event goes out (W2)"],
    ],
  },
  W3: {
    says: "an answer of one byte a second",
    tests: [[answers, "has ten seconds in all, not from one byte to the next (W3)"]],
  },
  W4: {
    says: "an answer of 1 GB, or without end",
    tests: [[answers, "reads the beginning of an answer that does not end, and goes (W4)"]],
  },
  W5: {
    says: "a packed answer that unpacks to 1 GB",
    tests: [[answers, "asks for nothing packed, and unpacks nothing (W5)"]],
  },
  W6: { says: "redirects", tests: [[answers, "follows no redirect: it is a failure (W6)"]] },
  W7: {
    says: "410",
    tests: [[changes, "whose receiver answers 410 is disabled at once, and goes on when it is enabled (W7)"]],
  },
  W8: {
    says: "Retry-After of all kinds",
    tests: [
      [answers, "waits for as long as the receiver asks, within reason (W8)"],
      [schedule, "is seconds or a date, from one second to a day, and nothing else (W8)"],
      [schedule, "is a least wait, and nothing else goes to that webhook meanwhile (W8)"],
      [schedule, "holds although what was under way beside it fails without a word (W8)"],
    ],
  },
  W9: {
    says: "500 for the whole schedule of 28 hours, as decided, and then 200",
    tests: [
      [schedule, "a receiver that fails for a day gets it at the last attempt, and what came after it afterwards (W9)"],
    ],
  },
  W10: {
    says: "a receiver that fails for good, and one that fails now and then",
    tests: [
      [schedule, "ten deliveries given up in a row disable the webhook, once; all of it comes back (W10)"],
      [schedule, "failures now and then disable nothing (W10)"],
      disabledWebhookMail,
    ],
  },
  W11: {
    says: "one dead receiver among many: 99 healthy ones are measured in [benchmarks.md](benchmarks.md)",
    tests: [
      [changes, "holds up none of the others, and much is kept for it (W11, W21)"],
      [engine, "holds no healthy receiver up for one that never answers"],
    ],
  },
  W12: {
    says: "every answer from 200 to 299, however it comes",
    tests: [[answers, "succeeds once with every answer of 200 to 299, however it comes (W12)"]],
  },
  W13: {
    says: "requests that somebody alters or sends again",
    tests: [[changes, "is accepted by the published verifier, and nothing that was altered, or is old (W13)"]],
  },
  W14: {
    says: "a secret that is replaced between attempts",
    tests: [
      [
        changes,
        "is sent nothing more once it is deleted or disabled; a new secret signs beside the old one (W14, W16)",
      ],
      [schedule, "signs beside the new one for a day, and then no more (W14)"],
    ],
  },
  W15: {
    says: "control characters, broken headers and 1 MB of them in an answer",
    tests: [[answers, "keeps of an answer what can be shown as text, and not much (W15)"]],
  },
  W16: {
    says: "a webhook that is deleted or disabled between attempts",
    tests: [
      [
        changes,
        "is sent nothing more once it is deleted or disabled; a new secret signs beside the old one (W14, W16)",
      ],
    ],
  },
  W17: {
    says: "a receiver that calls the desk, which tells it of that",
    tests: [[changes, "whose receiver makes more of what it is told is slow, seen, and harms nobody (W17)"]],
  },
  W18: {
    says: "`notification: true`",
    tests: [
      [changes, "is told where to read, and nothing more (W18)"],
      [owed, "where it only wants to be notified, the address and nothing of the customer (W18)"],
    ],
  },
  W19: {
    says: "conversations that move into and out of its inboxes before it is told",
    tests: [
      [changes, "hears of its inboxes as of when it happened, and never what is elsewhere now (W19)"],
      [owed, "those of the kind and of the inbox where it happened (W19)"],
    ],
  },
  W20: {
    says: "an owner who may see an inbox no longer, or is deleted",
    tests: [
      [changes, "who may no longer see an inbox is told nothing of it (W20)"],
      [changes, "who is deleted is told nothing; who takes it over gets what it was owed (W20)"],
      [owed, "of what its owner may see, and of no more when that changes (W20)"],
    ],
  },
  W21: {
    says: "many events at once, and workers that are killed meanwhile: 10,000 are measured in [benchmarks.md](benchmarks.md)",
    tests: [
      [kills, "is killed again and again: all arrives, in order, and again only as it was (W21)"],
      [changes, "holds up none of the others, and much is kept for it (W11, W21)"],
      [answers, "sends what the API shows, as JSON with its kind (W21)"],
    ],
  },
  W22: {
    says: "URLs with credentials, a fragment, 8,000 characters, letters beyond ASCII, other ports",
    tests: [[answers, "cannot be made for what may not be called (W22)"]],
  },
}
