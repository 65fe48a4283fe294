import type { Row } from "./row.ts"

const connections = "server/src/email/connections/connections.test.ts"
const receiver = "server/src/email/smtp/receiver.test.ts"
const receiverKills = "server/src/email/smtp/kills.test.ts"
const fetching = "server/src/email/imap/fetching.test.ts"
const misbehaving = "server/src/email/imap/misbehaving.test.ts"
const fetcherKills = "server/src/email/imap/kills.test.ts"

const mailKills = "acceptance/src/faults/worker-kills.test.ts"
const receivers =
  "is killed while some comes by SMTP and some by IMAP: each stands in a conversation once, in order (K5, K6)"
const bothWays = "is killed while both go on: in exactly once, out at least once under the same Message-ID (K6, K7)"

/** Mail on its way in, from servers and senders that break, lie or attack. */
export const transportRows: Record<string, Row> = {
  K5: {
    says: "kill -9 of the receiver of mail, in a message, before its answer and after it",
    tests: [
      [
        receiverKills,
        "in a message, or at its end before it was answered, leaves nothing, and it can be sent again (K5)",
      ],
      [receiverKills, "just after it was answered loses nothing (K5)"],
      [receiver, "is kept once for each inbox, and again under the same key when it is sent again (K5)"],
      [mailKills, receivers],
    ],
  },
  K6: {
    says: "kill -9 of a node that fetches, between keeping a message and marking it",
    tests: [
      [fetcherKills, "after messages were kept and before they were marked: none is lost, and none comes twice (K6)"],
      [mailKills, receivers],
      [mailKills, bothWays],
    ],
  },
  D2: {
    says: "the database is away: senders of mail are put off",
    tests: [[receiver, "a sender is put off while the database is away, and served when it is back (D2)"]],
  },
  F1: {
    says: "the disk is full: senders of mail are told so before they send, and /readyz is degraded until there is space",
    tests: [
      [receiver, "for the disk is put off before it is sent (F1)"],
      ["server/src/http/full-disk.test.ts", "degraded while the disk is full and writes fail"],
    ],
  },
  M9: {
    says: "a second message hidden behind an end that only some servers see",
    tests: [
      [receiver, "ends no message: what follows is not read as another (M9)"],
      [receiver, "two messages that end as they should are two, however they are cut up on the way (M9)"],
    ],
  },
  M10: {
    says: "bare line ends, endless lines, eight bits",
    tests: [[receiver, "bare line ends in headers and endless lines are refused, eight bits are not (M10)"]],
  },
  M11: {
    says: "messages that are too large, said or not",
    tests: [
      [receiver, "is refused at once where that is said, and else at the end (M11)"],
      [receiver, "for memory goes to the disk as it comes (M11)"],
    ],
  },
  M12: {
    says: "1,000 recipients, and names that nobody has",
    tests: [
      [receiver, "that nobody is called are refused, after the same question as others (M12)"],
      [receiver, "are a hundred at most, and whoever looks for names is shown the door (M12)"],
    ],
  },
  M13: {
    says: "idle connections, and messages a byte at a time",
    tests: [
      [receiver, "has only so many connections, and others are served meanwhile (M13)"],
      [receiver, "may not send a message for ever, a byte at a time (M13)"],
    ],
  },
  M15: {
    says: "an IMAP server numbers a folder anew",
    tests: [[fetching, "comes once, and all of it, where the server numbers it anew (M15)"]],
  },
  M16: {
    says: "an IMAP server breaks off, announces what does not come, or floods",
    tests: [
      [misbehaving, "nothing of it is kept, and it is fetched again (M16)"],
      [misbehaving, "is asked for the rest where it gives less than it said, and kept whole (M16)"],
      [misbehaving, "floods us with what nobody asked for: others are fetched for, and it is left in time (M16)"],
    ],
  },
  M17: {
    says: "messages that vanish, or that somebody else has read",
    tests: [
      [misbehaving, "is passed over, and those behind it are fetched (M17)"],
      [fetching, "is what there is and what comes, byte for byte, whether somebody has read it or not (M17)"],
    ],
  },
  M18: {
    says: "wrong passwords, tokens that have ended, servers that want to be left alone",
    tests: [
      [
        misbehaving,
        "for a wrong password is asked seldom, administrators are told, and nobody learns the password (M18, M22)",
      ],
      [misbehaving, "because it is asked too much is left alone for minutes, and nobody is blamed (M18)"],
      [misbehaving, "pauses grow up to a limit, and are long where somebody has to mend something (M18)"],
      [misbehaving, "an access token that has ended before its time is asked for anew, once (M18)"],
    ],
  },
  M19: {
    says: "LOGINDISABLED, and words put in before STARTTLS",
    tests: [
      [misbehaving, "no password is told to a server that takes none now, whatever else it offers (M19)"],
      [misbehaving, "nothing is told where STARTTLS was taken out of the way (M19)"],
      [misbehaving, "what came before encryption began counts for nothing (M19)"],
    ],
  },
  M20: {
    says: "a full folder on the first connection",
    tests: [[fetching, "comes in batches, goes on where it was broken off, and lets others have theirs (M20)"]],
  },
  M21: {
    says: "mail servers that lead inside a network, or speak in error messages",
    tests: [
      [connections, "lead nowhere but where the desk may call, by no spelling (M21)"],
      [connections, "tells what failed, in words that are none of the other side's (M21)"],
    ],
  },
  M22: {
    says: "passwords in logs, answers, errors and events",
    tests: [
      [connections, "are encrypted, for one connection and with one key, and nobody is told them (M22)"],
      [
        misbehaving,
        "for a wrong password is asked seldom, administrators are told, and nobody learns the password (M18, M22)",
      ],
    ],
  },
}
