import type { Row } from "./row.ts"

const faults = "server/src/email/parse/faults.rules.test.ts"
const addresses = "server/src/email/parse/headers/addresses.rules.test.ts"
const mutations = "server/src/email/parse/mutations.rules.test.ts"

/** Messages that are broken or hostile. */
export const mimeRows: Record<string, Row> = {
  P1: {
    says: "parts within parts, 200, 2,000 and 20,000 deep",
    tests: [[faults, "is read down to 256 levels, and shown by its first words where it goes deeper (P1)"]],
  },
  P2: {
    says: "100,000 parts, 200,000 header fields, a field of 5 MB",
    tests: [
      [faults, "is shown by its first words (P2)"],
      [faults, "hold up nobody else: the desk's own spends next to nothing on the worst (P2)"],
    ],
  },
  P3: {
    says: "boundaries that are missing, empty, too long, in the text or twice",
    tests: [[faults, "has one reading of its boundaries, and says where there could be two (P3)"]],
  },
  P4: {
    says: "two of what there is one of",
    tests: [[faults, "that says something twice means the first, and is flagged (P4)"]],
  },
  P5: {
    says: "base64, quoted-printable, uuencode, yEnc and winmail.dat that are wrong",
    tests: [[faults, "is decoded where it can be, and kept as a file where it cannot (P5)"]],
  },
  P6: {
    says: "character sets that are unknown, lie, or hide markup",
    tests: [[faults, "in letters that lie or end in the middle is text that can be stored, and never markup (P6)"]],
  },
  P7: { says: "encoded words of all kinds", tests: [[faults, "has its encoded words decoded once (P7)"]] },
  P8: {
    says: "no sender, recipient, date or id; an empty message",
    tests: [[faults, "without sender, recipient, date, id or anything is a message all the same (P8)"]],
  },
  P9: {
    says: "dates that cannot be",
    tests: [[faults, "of a day that cannot be keeps its date as written, and is flagged (P9)"]],
  },
  P12: {
    says: "addresses that can be read in two ways",
    tests: [
      [faults, "is of the one address that everybody reads in it; a guess is flagged (P12)"],
      [addresses, "are nobody else's than another reader finds, unless they are flagged as a guess (P12)"],
    ],
  },
  P14: {
    says: "text, markup, both, and several of them",
    tests: [[faults, "shows its markup, and is found by that and by its text (P14)"]],
  },
  P15: {
    says: "pictures in the text that are missing, twice, or none",
    tests: [[faults, "shows pictures of its own and nothing else in its text (P15)"]],
  },
  P16: {
    says: "messages within messages, contents that are elsewhere, pieces of messages",
    tests: [[faults, "has messages within it as files, and fetches and completes nothing (P16)"]],
  },
  P17: {
    says: "S/MIME and OpenPGP",
    tests: [[faults, "that is signed or encrypted is shown as it is, and nothing is claimed of it (P17)"]],
  },
  P18: { says: "invitations, cards and rich text", tests: [[faults, "has invitations and cards as files (P18)"]] },
  P19: { says: "names of files", tests: [[faults, "has files whose names are safe to see and to store (P19)"]] },
  P20: {
    says: "the corpus with faults put into it; by the hundred thousand with `npm run bench -- --mutations 100000`",
    tests: [
      [mutations, "it is read soundly (P20)"],
      [mutations, "any bytes are a message (P20)"],
    ],
  },
}
