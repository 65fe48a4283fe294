import { identityRows } from "./identity.ts"
import { mimeRows } from "./mime.ts"
import { outgoingRows } from "./outgoing.ts"
import type { Row } from "./row.ts"
import { sendingRows } from "./sending.ts"
import { transportRows } from "./transport.ts"
import { trustRows } from "./trust.ts"
import { uploadRows } from "./upload.ts"
import { webhookRows } from "./webhook.ts"

const crashes = "acceptance/src/faults/crashes.test.ts"
const commits = "acceptance/src/faults/commits.test.ts"
const leases = "acceptance/src/faults/jobs-lease.test.ts"
const connectionKills = "acceptance/src/faults/connection-kills.test.ts"
const restarts = "acceptance/src/restart.test.ts"
const sequencer = "server/src/events/sequencer.test.ts"
const keys = "server/src/tags/tags.test.ts"
const races = "server/src/conversations/races.test.ts"
const cursors = "server/src/customers/cursor.test.ts"
const ties = "server/src/customers/ties.test.ts"
const paging = "server/src/http/paging.test.ts"
const conversations = "server/src/conversations/conversations.test.ts"
const origins = "server/src/http/server.test.ts"
const replies = "server/src/conversations/threads/writing/add-reply.test.ts"
const schedules = "server/src/conversations/threads/scheduling/reschedule.test.ts"
const merges = "server/src/merging/races.test.ts"
const crossings = "server/src/conversations/crossing.test.ts"
const rights = "server/src/auth/oauth/revoking.test.ts"
const verdicts = "server/src/conversations/attachments/changing.test.ts"

const everyWalk: [string, string] = [
  cursors,
  "a walk meets everybody who is there throughout once, whoever comes, changes or goes meanwhile",
]

export const rows: Record<string, Row> = {
  K1: {
    says: "kill -9 of the process that serves, under load",
    tests: [[crashes, "after kill -9 of the process that serves (K1)"]],
  },
  K2: {
    says: "kill -9 between COMMIT and the response",
    tests: [[commits, "kill -9 between COMMIT and the response: again gives the first answer (K2)"]],
  },
  K3: {
    says: "kill -9 of a worker that has its answer and has not noted it",
    tests: [
      [
        "acceptance/src/faults/worker-kills.test.ts",
        "is killed when it has its answer and has not noted it: the same comes again (K3)",
      ],
      [leases, "is killed when it has its answer and has not noted it: the question is put again (K3)"],
    ],
  },
  K4: {
    says: "kill -9 of a worker that holds a job",
    tests: [[leases, "is killed: another takes it, and the attempt shows (K4)"]],
  },
  K9: {
    says: "kill -9 of PostgreSQL, under load",
    tests: [[crashes, "after kill -9 of PostgreSQL, and the desk goes on by itself (K9)"]],
  },
  K10: {
    says: "a worker that sleeps through its lease",
    tests: [[leases, "is stopped for too long: what it does late is refused (K10)"]],
  },
  K11: {
    says: "SIGTERM under load",
    tests: [
      [crashes, "under load ends a node in order, and no client sees an error that turns to another (K11)"],
      [crashes, "takes no more connections, and still answers what is under way (K11)"],
      [leases, "is asked to end: it gives the job back at once"],
      [
        "server/src/http/closing.rules.test.ts",
        "a request that comes on an open connection while the server closes is answered",
      ],
    ],
  },
  K12: {
    says: "several schedulers",
    tests: [
      [crashes, "send each thread exactly once (K12)"],
      [
        "server/src/conversations/threads/scheduling/send-scheduled.test.ts",
        "is sent once, however many workers there are",
      ],
    ],
  },
  K18: {
    says: "the n-th call of the database fails, for every n",
    tests: [
      ["server/src/conversations/failing-calls.test.ts", "is all or nothing, and done when tried again"],
      ["server/src/conversations/failing-calls.test.ts", "nothing is told or counted wrong after all of that"],
      ["server/src/conversations/failing-changes.test.ts", "is all or nothing, and done when tried again"],
      ["server/src/conversations/failing-changes.test.ts", "nothing is told or counted wrong after all of that"],
      ["server/src/merging/faults.test.ts", "leaves everything as it was before a"],
      ["server/src/email/receive/failing-calls.test.ts", "is all or nothing, and done when tried again (K18"],
    ],
  },
  K19: {
    says: "every database connection is killed while jobs fail",
    tests: [
      [connectionKills, "goes on when the failure of a job cannot be recorded, and tries the job again (K19)"],
      [connectionKills, "frees a job that was taken when the answer to the queue was lost (K19)"],
      [connectionKills, "lives through kills with the scanner away, and scans everything when it is back (K19)"],
    ],
  },
  K20: {
    says: "the desk of `npm start` is killed or crashes: it is started again",
    tests: [
      [restarts, "starts a killed desk again, later each time, with everything that was acknowledged (K20)"],
      [restarts, "starts a desk again that crashed, until it is interrupted (K20)"],
    ],
  },
  D4: {
    says: "the connection is reset at COMMIT",
    tests: [
      [commits, "the connection is reset after COMMIT: 503, and again the first answer (D4)"],
      [commits, "the connection is reset before COMMIT: 503, and again it is done (D4)"],
    ],
  },
  D15: {
    says: "a transaction that began before and commits after others: its event is numbered, in order",
    tests: [
      [sequencer, "wait for a transaction that began before and commits after, whose event is not lost"],
      [sequencer, "number an event whose transaction ends last of three that overlap"],
      [
        "server/src/events/sequencer-crashes.test.ts",
        "every committed event is numbered once and in order, whatever overlaps, rolls back or crashes",
      ],
    ],
  },
  R1: { says: "50 requests at once with one key and one body", tests: [[keys, "fifty at once make one tag"]] },
  R2: {
    says: "one key with another body or address: 409, as decided",
    tests: [
      [keys, "409 with another body"],
      ["server/src/http/idempotency.test.ts", "belongs to the address it was used at"],
    ],
  },
  R3: { says: "one key of two users", tests: [[keys, "another user's key is another key"]] },
  R4: {
    says: "keys of 255 and 256 characters, empty, not ASCII",
    tests: [["server/src/http/idempotency.test.ts", "is refused when it is empty, longer than 255 or not ASCII"]],
  },
  R5: {
    says: "a refused request leaves its key free",
    tests: [[keys, "a request that failed does not use the key up"]],
  },
  R6: { says: "a key is kept for 24 hours, to the second", tests: [[keys, "is kept for 24 hours"]] },
  R7: {
    says: "20 threads at once for a conversation with 98",
    tests: [
      [races, "twenty threads for a conversation that takes one more: one is added"],
      [replies, "one is added, by"],
    ],
  },
  R8: {
    says: "several requests that make one new customer",
    tests: [["server/src/conversations/create-customer.test.ts", "is made once, however many ask for them at once"]],
  },
  R9: {
    says: "two replies at once, or one that crosses the customer's",
    tests: [
      [replies, "of two agents at once: one goes out, the other waits in review"],
      [replies, "wait while a note or a customer was faster, changing nothing, and everybody knows"],
      [replies, "do not wait for one another, though each is checked against what was read"],
      [
        "server/src/conversations/threads/writing/double-reply.test.ts",
        "of replies that are sent at once exactly one goes out without review",
      ],
    ],
  },
  R10: {
    says: "100 conversations at once for five people with a limit",
    tests: [
      [
        "server/src/routing/waiting/drain.test.ts",
        "holds the limit when a hundred arrive at once, and leaves the rest waiting",
      ],
    ],
  },
  R11: {
    says: "merges that cross each other",
    tests: [
      [merges, "of two into one another: one wins, the other is told that it came second"],
      [merges, "into what is merged itself: both, or the second is told; ids lead on in one hop"],
      [merges, "while threads are added to the source: each is here afterwards, or was refused"],
      [merges, "of many in all directions, without waiting for one another first"],
    ],
  },
  R12: {
    says: "deleting while sending, closing while the customer writes, waking at that moment: [ADR 28](adr/0028-crash-tests.md) says who wins",
    tests: [
      [crossings, "deleted first: it is not sent, and says why"],
      [crossings, "sent first: it is out, and the conversation is deleted after it"],
      [crossings, "closed first: the customer opens it again"],
      [crossings, "written first: it is closed, unless whoever closes says what they have seen"],
      [crossings, "its time first: it ends once, by its time"],
      [crossings, "written first: it ends once, by the reply; one that does not yield, by its time"],
      [crossings, "in whatever order: once"],
    ],
  },
  R13: {
    says: "sending what the customer's reply cancels in the same second",
    tests: [[schedules, "and a customer's reply at the same moment: sent or unscheduled, never both"]],
  },
  R14: {
    says: "rights that end in the middle of a request",
    tests: [
      [rights, "what was listed before is out of reach, for reading and for writing"],
      [rights, "a request that is under way may end, and none begins after it"],
      [rights, "who was in the middle of a change ends it whole, and begins no other"],
      [rights, "it is there whole or refused, and the next is refused"],
    ],
  },
  R15: {
    says: "one refresh token used twice at once",
    tests: [
      ["server/src/auth/oauth/token.test.ts", "of ten parallel uses exactly one wins, and its tokens go on"],
      [
        "server/src/auth/oauth/token.test.ts",
        "reuse within ten seconds is refused and nothing more; later it revokes the family",
      ],
    ],
  },
  R16: {
    says: "numbers of 1,000 conversations made at once",
    tests: [[races, "100 new conversations have a number each"]],
  },
  R17: {
    says: "a scanner's verdict on what is gone",
    tests: [
      [
        "server/src/conversations/attachments/scan.test.ts",
        "a verdict on what was deleted or decided meanwhile changes nothing",
      ],
      [verdicts, "after the attachment or its thread was deleted changes nothing and does not fail"],
      [verdicts, "after its thread went to another conversation is found there"],
    ],
  },
  R18: {
    says: "ETags read while somebody writes",
    tests: [[races, "readers with ETags and a writer: no 304 for what has changed, no ETag for two things"]],
  },
  R19: {
    says: "taking back a reply that a colleague sent",
    tests: [
      [schedules, "is taken back by its author or an admin, and by no colleague"],
      [schedules, "cannot be taken back when it is out, and goes out or is taken back, never both"],
    ],
  },
  R20: {
    says: "counters under many writers",
    tests: [
      ["server/src/counters/writers.test.ts", "leave every counter equal to counting"],
      ["server/src/counters/counters.test.ts", "equal counting after many writers at once, while they are settled"],
    ],
  },
  G1: {
    says: "a walk by cursor while rows come, change and go",
    tests: [everyWalk, ["acceptance/src/walks/cursors.ts", "meets everybody once who was there"]],
  },
  G2: { says: "10,000 rows of one moment", tests: [[ties, "meets each of 10,000 of one moment once"]] },
  G3: {
    says: "rows microseconds apart",
    tests: [
      [ties, "skips nobody who came microseconds after another"],
      ["server/src/http/cursor.rules.test.ts", "give back the position that they were made from, to the millisecond"],
    ],
  },
  G4: {
    says: "cursors that are damaged, long, of other filters, with SQL or JSON",
    tests: [
      [cursors, "400 for a cursor that is damaged, of other filters or of another desk"],
      [cursors, "400 for a cursor with anything changed, cut off or put in, never another page"],
      [ties, "400 for a cursor of 10 KB, of another version, or with SQL or JSON in it"],
    ],
  },
  G5: { says: "the row of the cursor is gone", tests: [[ties, "goes on behind somebody who is gone"]] },
  G6: {
    says: "pages that cannot be",
    tests: [
      [paging, "refuses a page that cannot be, by name"],
      [paging, "takes a blank page for none, the last of several, and has nothing on one far behind the last"],
      [conversations, "an empty list answers number 0 and no pages"],
    ],
  },
  G7: {
    says: "page 100,000: its time is measured in [benchmarks.md](benchmarks.md)",
    tests: [[paging, "takes a blank page for none, the last of several, and has nothing on one far behind the last"]],
  },
  G8: {
    says: "links at the end, at whole pages and of empty lists",
    tests: [
      [
        "server/src/customers/walk.test.ts",
        "every page of every order and filter: each row once, in order, as many as each total says",
      ],
      [cursors, "has no next when the rows end with the page"],
      [cursors, "an empty list still has its collection"],
    ],
  },
  G9: { says: "sorting by what is no field", tests: [[paging, "sorts by what it names and by nothing else"]] },
  G10: {
    says: "rows that move while somebody walks: the list by cursor does not mind, numbered pages are as of each request",
    tests: [everyWalk],
  },
  G11: {
    says: "links keep filters and the public address",
    tests: [
      [conversations, "links keep every filter, also awkward ones"],
      [origins, "ignore forwarded headers of strangers"],
      [origins, "believe trusted proxies, and the configured address above all"],
      [origins, "a Host header that is no host is refused"],
    ],
  },
  G12: {
    says: "totals of what the viewer may see",
    tests: [
      [conversations, "a user sees only conversations of their inboxes, and totals count only those"],
      ["acceptance/src/walks/pages.ts", "of conversations, whatever the filters, the order and the size"],
    ],
  },
  ...webhookRows,
  ...outgoingRows,
  ...transportRows,
  ...mimeRows,
  ...sendingRows,
  ...identityRows,
  ...trustRows,
  ...uploadRows,
}
