import assert from "node:assert/strict"
import { after, describe, test } from "node:test"
import { checkSample } from "../../../test/mail/corpus/check.ts"
import { corpus } from "../../../test/mail/corpus/corpus.ts"
import { mail, multipart, type Sample } from "../../../test/mail/corpus/sample.ts"
import { isExploring } from "../../../test/property.ts"
import { patienceMs } from "../../../test/until.ts"
import { parseMessage } from "./parse.ts"
import { openReader } from "./reader.ts"

const reader = openReader({ readMs: patienceMs })
after(() => reader.close())

/** Reads those of a row in a thread, as the desk does. */
async function readAll(row: string, least: number): Promise<void> {
  const samples = samplesOf(row)
  assert.ok(samples.length >= least, `${row} has ${samples.length}`)
  for (const sample of samples) {
    const message = await reader.read(sample.raw)
    try {
      checkSample(sample, message)
    } catch (error) {
      throw new Error(`${sample.name}: ${(error as Error).message}`, { cause: error })
    }
  }
}

function samplesOf(row: string): Sample[] {
  return corpus.filter(({ name }) => name.endsWith(`(${row})`))
}

/** What reading costs, however busy the machine is with other things. */
function costOf(raw: Buffer): number {
  const before = process.threadCpuUsage()
  parseMessage(raw)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** Reads it. How long that takes is held when exploring, because it depends on the machine. */
function assertCost(raw: Buffer, mostMs: number, name: string): void {
  const cost = costOf(raw)
  if (isExploring) assert.ok(cost < mostMs, `${name}: ${cost} ms`)
}

describe("a message that is wrong or hostile", () => {
  test("is read down to 256 levels, and shown by its first words where it goes deeper (P1)", async () => {
    await readAll("P1", 3)
  })

  test("with too many parts, fields or bytes of fields is shown by its first words (P2)", async () => {
    await readAll("P2", 3)
    for (const { name, raw } of samplesOf("P2")) assertCost(raw, 1_000, name)
  })

  test("that repeats what makes expressions slow is read to its end (P2)", async () => {
    const marks = `"${"'".repeat(60_000)}x" <a@b.example>`
    const file = `Content-Disposition: attachment; filename="${". ".repeat(900)}x"\n\nx`
    const hostile = [
      mail({ "X-A": `${"\r".repeat(1_900_000)}x` }, "x"),
      mail({ From: marks, To: marks, Cc: marks, "Reply-To": marks }, "x"),
      mail({ "Content-Type": "multipart/mixed; boundary=a" }, `--a\n\n${`--${" ".repeat(1_000)}x\n`.repeat(5_000)}`),
      mail(...multipart("mixed", ...Array.from({ length: 900 }, () => file))),
      mail({ "Content-Type": `text/plain; ${"(".repeat(19_000)}` }, "x"),
      mail({ "Content-Type": "text/html" }, `<img src="data:image/png;base64,${"A".repeat(8_000_000)}">`),
      mail({ "Content-Type": "text/html" }, `<p style="${"color:rgb(".repeat(400)}">x`.repeat(200)),
      mail({}, `${"On a day ".repeat(50_000)}\n> x`),
      mail({ Subject: "=?".repeat(500_000) }, "x"),
    ]
    for (const [index, raw] of hostile.entries()) {
      // Quadratic work would not end within the limit of all waits, and the reader would give the message up.
      assert.notEqual((await reader.read(raw)).incomplete, "too_slow", `${index}`)
      if (isExploring) assertCost(raw, 1_000, `${index}`)
    }
  })

  test("has one reading of its boundaries, and says where there could be two (P3)", async () => {
    await readAll("P3", 9)
  })

  test("that says something twice means the first, and is flagged (P4)", async () => {
    await readAll("P4", 5)
  })

  test("is decoded where it can be, and kept as a file where it cannot (P5)", async () => {
    await readAll("P5", 11)
  })

  test("in letters that lie or end in the middle is text that can be stored, and never markup (P6)", async () => {
    await readAll("P6", 7)
  })

  test("has its encoded words decoded once (P7)", async () => {
    await readAll("P7", 4)
  })

  test("without sender, recipient, date, id or anything is a message all the same (P8)", async () => {
    await readAll("P8", 8)
  })

  test("of a day that cannot be keeps its date as written, and is flagged (P9)", async () => {
    await readAll("P9", 5)
    const message = await reader.read(mail({ Date: "Fri, 30 Feb 2024 10:00:00 +0000" }, "x"))
    assert.equal(message.date, "Fri, 30 Feb 2024 10:00:00 +0000")
  })

  test("is of the one address that everybody reads in it; a guess is flagged (P12)", async () => {
    await readAll("P12", 80)
    for (const { name, raw } of samplesOf("P12")) assertCost(raw, 100, name)
  })

  test("names the last fifty of those it answers, and none that is too long or broken (P13)", async () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `<${index}@customer.example>`)
    const references = [...ids, `<${"x".repeat(1_000_000)}@y>`, "<with space@y>", "<<>"].join(" ")
    const message = await reader.read(mail({ References: references, "In-Reply-To": "<a@b> (of Monday)" }, "x"))
    assert.deepEqual(message.references, [])
    const last = await reader.read(mail({ References: ids.join("\r\n ") }, "x"))
    assert.deepEqual(
      last.references,
      ids.slice(-50).map((id) => id.slice(1, -1)),
    )
    assert.deepEqual(message.inReplyTo, ["a@b"])
  })

  test("shows its markup, and is found by that and by its text (P14)", async () => {
    await readAll("P14", 4)
  })

  test("shows pictures of its own and nothing else in its text (P15)", async () => {
    await readAll("P15", 3)
  })

  test("has messages within it as files, and fetches and completes nothing (P16)", async () => {
    await readAll("P16", 3)
  })

  test("that is signed or encrypted is shown as it is, and nothing is claimed of it (P17)", async () => {
    await readAll("P17", 6)
  })

  test("has invitations and cards as files (P18)", async () => {
    await readAll("P18", 3)
  })

  test("has files whose names are safe to see and to store (P19)", async () => {
    await readAll("P19", 15)
  })
})

describe("threads that read", () => {
  test("hold up nobody else: the desk's own spends next to nothing on the worst (P2)", async () => {
    const worst = corpus.filter(({ name }) => /\((P1|P2|P5)\)$/.test(name))
    const before = process.threadCpuUsage()
    await Promise.all(worst.map(({ raw }) => reader.read(raw)))
    const { user, system } = process.threadCpuUsage(before)
    if (isExploring) assert.ok((user + system) / 1_000 < 200, `${(user + system) / 1_000} ms`)
  })
})
