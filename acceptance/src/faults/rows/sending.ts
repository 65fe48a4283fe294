import type { Row } from "./row.ts"

const sending = "server/src/email/send/sending.test.ts"
const engine = "server/src/email/send/engine.test.ts"
const bounces = "server/src/email/send/bounces.test.ts"
const automatic = "server/src/email/send/automatic.test.ts"
const composition = "server/src/email/send/compose/compose.test.ts"
const workerKills = "acceptance/src/faults/worker-kills.test.ts"
const account = "server/src/email/send/account-mail.test.ts"

/** Relays that fail, mail that comes back, and mail that answers mail. */
export const sendingRows: Record<string, Row> = {
  M1: {
    says: "a relay that is away, 421, 450, 451, 452",
    tests: [
      [sending, "is asked again with growing waits for five days, and the agent sees that it is delayed"],
      [sending, "that is not there at all is waited for, and then gets it (M1)"],
    ],
  },
  M2: {
    says: "550 on one of three recipients",
    tests: [
      [sending, "one of three: the two get it once, and the failure is shown (M2)"],
      [sending, "one for now and one for good: whoever got it gets it no second time (M2)"],
    ],
  },
  M3: {
    says: "5xx after DATA",
    tests: [[sending, "after DATA: the thread has come back with its text, and nothing is tried again (M3)"]],
  },
  M4: {
    says: "the line is lost after the end of the mail",
    tests: [[sending, "it comes again with the same Message-ID, and says that it may be twice (M4, K7)"]],
  },
  M5: {
    says: "STARTTLS that is stripped, certificates that are not to be trusted",
    tests: [
      [engine, "that is required and not offered, or not to be trusted, fails closed (M5)"],
      [engine, "that is taken where it is offered goes on without, and the log says so (M5)"],
    ],
  },
  M6: {
    says: "a report two hours after the relay took it",
    tests: [
      [bounces, "the thread says so, and nothing is written or sent (M6)"],
      [bounces, "by our Message-ID, in whatever case and brackets (M6)"],
    ],
  },
  M7: {
    says: "a report of what this desk never sent",
    tests: [[bounces, "of what this desk never sent is none of ours (M7)"]],
  },
  M8: {
    says: "a forged report that names a real conversation",
    tests: [[bounces, "changes nothing without the name that only we make (M8)"]],
  },
  M14: {
    says: "lines in subjects, names, addresses and file names",
    tests: [
      [composition, "has no header that somebody wrote into a name, a subject or a file (M14)"],
      [composition, "is refused or encoded when the interface is given lines"],
    ],
  },
  K7: {
    says: "kill -9 of a worker after the end of a mail, before the relay's answer is read",
    tests: [
      [
        workerKills,
        "is killed while both go on: in exactly once, out at least once under the same Message-ID (K6, K7)",
      ],
      [
        workerKills,
        "is killed after the end of a mail, before it knows: none is lost, none comes under another name (K7)",
      ],
      [engine, "a claim that never ended is taken up when its time is over, and said to be possibly twice (K7)"],
      [sending, "it comes again with the same Message-ID, and says that it may be twice (M4, K7)"],
    ],
  },
  L5: {
    says: "mail from one of our own addresses, however spelled",
    tests: [[automatic, "goes to nobody who has not, nor to a machine, nor to ourselves, however spelled (L5, L13)"]],
  },
  L6: {
    says: "two desks that answer one another by themselves",
    tests: [
      [automatic, "stops after three in an hour and ten in a day, whatever is new about each (L6, L7)"],
      [automatic, "in one conversation comes once, though it is told of again (L6)"],
    ],
  },
  L7: {
    says: "a program that begins a new conversation with each answer",
    tests: [[automatic, "stops after three in an hour and ten in a day, whatever is new about each (L6, L7)"]],
  },
  L9: {
    says: "an automatic answer that comes back, and that report again",
    tests: [
      [automatic, "whose bounce comes to the inbox, with our Message-ID or without, is not followed by another (L9)"],
      [automatic, "that comes back is noted, changes no thread, and nothing is sent (L9)"],
    ],
  },
  L10: {
    says: "what one of us is told, answered by their out-of-office",
    tests: [
      [automatic, "and says that nobody wrote it (L10)"],
      [automatic, "is not what they did themselves, nor notes that do not mention them (L10)"],
    ],
  },
  L13: {
    says: "conversations in the name of a victim who is to be written to",
    tests: [
      [automatic, "goes to who has proven the address, with the inbox's words alone, from the inbox itself (L13)"],
      [automatic, "goes only to an address that was proven before, and the conversation says which (L13)"],
    ],
  },
  L14: {
    says: "`imported` together with `autoReply`; a mailbox with old mail is connected",
    tests: [
      [automatic, "of what is imported is never sent, nor told (L14)"],
      ["acceptance/src/faults/old-mail.test.ts", "sends nobody anything, and makes conversations that are"],
    ],
  },
}

/** Of W10, whose other tests stand with the webhooks. */
export const disabledWebhookMail: [string, string] = [
  account,
  "a webhook that is disabled is told once to its owner (W10)",
]
