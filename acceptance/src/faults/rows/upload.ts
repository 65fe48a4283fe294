import type { Row } from "./row.ts"

const crashes = "acceptance/src/faults/crashes.test.ts"
const slice = "server/src/conversations/attachments"
const store = `${slice}/store.test.ts`
const rules = `${slice}/rules.test.ts`
const downloads = `${slice}/attachments.test.ts`
const scanner = `${slice}/clamav.test.ts`
const scans = `${slice}/scan.test.ts`
const whole = "server/src/email/trust/scan.test.ts"
const disk = "server/src/files/disk.rules.test.ts"
const names = "names are words beside the contents: no file is called so, and headers stay whole (U1, U2, U3)"

/** What people upload and what comes with mails. */
export const uploadRows: Record<string, Row> = {
  K8: {
    says: "kill -9 during an upload",
    tests: [
      [crashes, "with its files, after kill -9 during uploads; what else there is is swept (K8)"],
      [disk, "clears up behind a crash: half an upload goes, half a removal is undone"],
      [store, "takes files whose rows were never committed or are gone, and keeps all others"],
      ["server/src/files/s3.rules.test.ts", "what is written at the very moment of its removal can still be read"],
    ],
  },
  U1: {
    says: "names that a web server would run: files are called by the hash of their contents, which no URL shows",
    tests: [
      [store, names],
      [disk, "keeps equal contents once, for nobody else to read, and leaves nothing unfinished"],
    ],
  },
  U2: {
    says: "names that lead elsewhere; archives are never unpacked by us",
    tests: [
      [store, names],
      [disk, "says what is missing, damaged or no key at all"],
    ],
  },
  U3: {
    says: "names with line breaks, quotes, a turned direction, 4 KB, only dots, nothing",
    tests: [
      [store, names],
      [rules, "whatever is given, what comes out can be kept and sent"],
      [store, "over HTTP mistakes have their paths, and nothing is written"],
    ],
  },
  U4: {
    says: "types that lie",
    tests: [
      [downloads, "is a picture only if it begins like one, whatever it says it is (U4)"],
      [downloads, "is never a part of a page, but for a picture"],
      [rules, "isMimeType takes types with parameters and nothing that breaks a header"],
    ],
  },
  U5: {
    says: "base64 that is none",
    tests: [
      [rules, "is read with or without line breaks and padding, and otherwise to the letter"],
      [rules, "tells its length before it is decoded"],
      [store, "names every mistake with its path, and writes nothing"],
    ],
  },
  U6: {
    says: "nothing, the limit, one byte more, too many, far too much",
    tests: [
      [store, "exactly the limit and nothing at all are taken, one byte more is 413 with its path"],
      [`${slice}/changing.test.ts`, "is refused for line items, and beyond a hundred"],
      ["server/src/http/server.test.ts", "413 when too large"],
    ],
  },
  U7: {
    says: "the test virus, plain and wrapped; what cannot be looked into is not to be had either, and says why",
    tests: [
      [scanner, "the test virus is not, plain, in an archive, and in an archive in an archive"],
      [scanner, "nor in a document, in a message, or twenty archives deep (U7)"],
      [scanner, "neither is what is larger than the scanner takes or looks into, or locked, and says so (U7, U10)"],
      ["server/src/merging/forward.test.ts", "no virus, none of notes"],
    ],
  },
  U8: {
    says: "a scanner that is down, slow, talks nonsense or dies",
    tests: [
      [scanner, "attachments wait, and are scanned when it is back (U8)"],
      [scans, "garbage, half an answer, none, and one that comes too early are no verdict"],
      [scans, "is not done while the scanner is down, answers garbage or is not set any more"],
      [scans, "is owed again within minutes, however often it failed, and not without a scanner"],
      [whole, "without a clear word the message waits, and the job fails (U8)"],
    ],
  },
  U9: {
    says: "a scanner that reads the parts of a message otherwise than we do",
    tests: [
      [whole, "is owed for every message that comes, once, and not without a scanner (U9)"],
      [whole, "a danger in the whole takes the raw message and all that came in it, at once (U9, U14)"],
    ],
  },
  U10: {
    says: "archives that grow: only the scanner opens them, in its time",
    tests: [
      [scanner, "neither is what is larger than the scanner takes or looks into, or locked, and says so (U7, U10)"],
      [scans, "a scanner that is slow, or a desk that is stopped, ends the wait"],
    ],
  },
  U11: {
    says: "pictures of any size: the desk decodes none and makes no small ones, it reads a few bytes",
    tests: [
      [rules, "says nothing of sizes that are none"],
      [rules, "ends on anything, with a size or without"],
    ],
  },
  U12: {
    says: "ranges; several at once get the whole",
    tests: [
      [rules, "one range, from a byte, to a byte or counted from the end"],
      [rules, "all of it for several ranges, nonsense, another version and HEAD"],
      [rules, "none behind the end"],
      [downloads, "ranges: 206 with the part, 416 behind the end, all of it for another version"],
    ],
  },
  U13: {
    says: "uploads that are slow or end before their end",
    tests: [
      [disk, "one byte more than the limit, and a sender that goes away at the end, leave nothing (U13)"],
      ["server/src/http/server.test.ts", "are cut off: ten seconds for the headers, thirty for all"],
    ],
  },
  U14: {
    says: "a verdict that changes later",
    tests: [
      [downloads, "a verdict that comes later revokes at once, also for who has the ETag"],
      [whole, "a danger in the whole takes the raw message and all that came in it, at once (U9, U14)"],
    ],
  },
  U15: {
    says: "equal contents: a desk is one account; they are kept once, each attachment has a number of its own and is for who may read its conversation",
    tests: [
      [
        "server/src/files/disk.rules.test.ts",
        "keeps equal contents once, for nobody else to read, and leaves nothing unfinished",
      ],
      [
        "server/src/conversations/attachments/attachments.test.ts",
        "404 under another conversation, in a hidden inbox, of another's draft and for none",
      ],
    ],
  },
  U16: {
    says: "one user who fills the disk",
    tests: [
      [`${slice}/quota.test.ts`, "is limited in bytes and in files, and then 429 says when it goes on"],
      [`${slice}/quota.test.ts`, "is 413 where one request alone is too much, and nothing is kept"],
      [`${slice}/quota.test.ts`, "is one sum of many at once"],
    ],
  },
}
