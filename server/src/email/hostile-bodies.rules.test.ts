import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { withQuote } from "../conversations/threads/quote.ts"
import { excerptOf } from "../conversations/threads/rules.ts"
import { wordsOfBody } from "../conversations/threads/words.ts"
import { plainText, previewOf } from "../search/plain-text.ts"
import { cpuMs } from "../testing/event-loop.ts"
import { bodyOf, type HostileBody, hostileBody } from "../testing/hostile-bodies.ts"
import { isExploring, runs } from "../testing/property.ts"
import { markHistory } from "./parse/history.ts"
import { textOfHtml } from "./parse/html-text.ts"
import { parseMessage, placeholderFor } from "./parse/parse.ts"
import { sanitize } from "./parse/sanitize.ts"
import { readTextBounce } from "./parse/text-bounces.ts"
import { htmlOfText, unflow } from "./parse/text-html.ts"
import { uudecode } from "./parse/uuencode.ts"
import { digestOf } from "./receive/digest.ts"
import { type MailContents, renderMail } from "./send/render.ts"
import { linesAsMarkup, markupOf } from "./templates/markup.ts"
import { textOf } from "./templates/text.ts"
import { readAnswer } from "./trust/answer.ts"

const head = "From: Ann <ann@customer.example>\nTo: help@desk.example\nSubject: Hello\nContent-Type: "
const messageOf = (type: string, body: string) => Buffer.from(`${head}${type}; charset=utf-8\n\n${body}`)
const systemFields = [{ name: "from", value: "mailer-daemon@desk.example", raw: "" }] as never
const addressing = {
  from: { name: "Desk", address: "desk@desk.example" },
  recipients: [{ address: "ann@customer.example", role: "to" as const }],
  messageId: "1@desk.example",
  date: new Date("2026-03-04T05:06:07Z"),
}
const render = (contents: MailContents) => renderMail({ draft: { subject: "Hello", contents }, addressing })
const reply: Extract<MailContents, { kind: "reply" }> = {
  kind: "reply",
  message: "x",
  signature: "",
  ratingLinks: [],
  missing: [],
  quoted: undefined,
}
const notice = { who: "Ann", inboxName: "Desk", subject: "Hello", number: 1, link: "https://desk.example" }

/** Every function of the server that takes what people write. */
const functions: Record<string, (body: string) => unknown> = {
  plainText,
  previewOf,
  excerptOf,
  wordsOfBody,
  textOf,
  markupOf,
  linesAsMarkup: (body) => linesAsMarkup(body).text,
  textOfHtml,
  "sanitize and markHistory": (body) => markHistory(sanitize(body, new Set())?.html ?? "", { isForward: false }),
  htmlOfText: (body) => htmlOfText(body, { isForward: false }),
  unflow: (body) => unflow(body, true),
  uudecode,
  readAnswer,
  readTextBounce: (body) => readTextBounce(systemFields, body),
  "withQuote of a long text": (text) => withQuote({ text, threads: [] }),
  "withQuote of a long history": (body) =>
    withQuote({ text: "See below", threads: [{ id: 1, author: "Ann", body, created_at: new Date(0) }] }),
  "parseMessage and digestOf of markup": (body) => digestOf(parseMessage(messageOf("text/html", body))),
  "parseMessage and digestOf of text": (body) => digestOf(parseMessage(messageOf("text/plain", body))),
  "placeholderFor a message": (body) => placeholderFor(messageOf("text/html", body), "too_slow"),
  "renderMail of a reply": (message) => render({ ...reply, message }),
  "renderMail of a quotation": (body) => render({ ...reply, quoted: { author: "Ann", at: new Date(0), body } }),
  "renderMail of a notice": (message) =>
    render({ kind: "notice", ...notice, reason: "arrived", canReply: true, message }),
  "renderMail of an automatic reply": (text) => render({ kind: "auto-reply", text }),
}

/** What took quadratic time in one of them before. */
const onceQuadratic = [
  bodyOf("<blockquote>".repeat(250), "x<br>"),
  bodyOf("", "<blockquote>"),
  bodyOf("", "<b></x>"),
  bodyOf("", '<img src="x:y">text '),
  bodyOf("", "a\n>b\n"),
  bodyOf("", "ab \n"),
]

/** Without measuring. */
const usual = 5_000

const [small, large] = [25_000, 100_000]

/** Below this a measurement says nothing: collecting garbage takes as long. */
const leastMs = 40

/** Four times as much takes four times as long, and some more for memory; what is quadratic takes sixteen times as long. */
const mostTimes = 9

/** The least of a few runs: what else the machine does only ever adds to one. */
async function measure(work: (body: string) => unknown, body: string, isEnough: (ms: number) => boolean) {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 6 && !(run > 0 && isEnough(least)); run++) {
    const before = cpuMs()
    await work(body)
    least = Math.min(least, cpuMs() - before)
  }
  return least
}

/** Bodies on which a function fails or never ends are found in any case; those on which it is slow only when exploring. */
describe(isExploring ? "the time that a body takes grows no faster than its length" : "a hostile body is read", () => {
  for (const [name, work] of Object.entries(functions))
    test(name, async () => {
      await fc.assert(
        fc.asyncProperty(hostileBody, async (body) => {
          if (!isExploring) {
            await work(body.ofSize(usual))
            return
          }
          // A first look: most take next to no time.
          if ((await measure(work, body.ofSize(large), () => true)) < leastMs) return
          const ofSmall = await measure(work, body.ofSize(small), () => false)
          const allowed = Math.max(leastMs, ofSmall * mostTimes)
          const ofLarge = await measure(work, body.ofSize(large), (ms) => ms <= allowed)
          assert.ok(ofLarge <= allowed, `${body.name}: ${ofSmall} ms, of four times as much ${ofLarge} ms`)
        }),
        { numRuns: runs(20), endOnFailure: true, examples: onceQuadratic.map((body): [HostileBody] => [body]) },
      )
    })
})

describe("a body nested without end", () => {
  const deep = `${"<blockquote>".repeat(20_000)}the words${"</blockquote>".repeat(20_000)}`

  test("is quoted as text at a bounded depth", () => {
    assert.equal(textOf(deep), `${"> ".repeat(10)}the words`)
    assert.equal(markupOf(deep).text, `${"&#62; ".repeat(10)}the words`)
  })
})
