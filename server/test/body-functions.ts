import { excerptOf } from "../src/conversations/threads/reading/rules.ts"
import { wordsOfBody } from "../src/conversations/threads/summary/words.ts"
import { withQuote } from "../src/conversations/threads/writing/quote.ts"
import { decodeTextTransfer } from "../src/email/parse/charsets/transfer.ts"
import { readRtf } from "../src/email/parse/formats/rtf.ts"
import { uudecode } from "../src/email/parse/formats/uuencode.ts"
import { markHistory } from "../src/email/parse/history/history.ts"
import { textOfHtml } from "../src/email/parse/html/html-text.ts"
import { sanitize } from "../src/email/parse/html/sanitize.ts"
import { htmlOfText, unflow } from "../src/email/parse/html/text-html.ts"
import { parseMessage, placeholderFor } from "../src/email/parse/parse.ts"
import { isReadReceipt } from "../src/email/parse/reports/read-receipts.ts"
import { readTextBounce } from "../src/email/parse/reports/text-bounces.ts"
import { digestOf } from "../src/email/receive/digest.ts"
import { type MailContents, renderMail } from "../src/email/send/compose/render.ts"
import { linesAsMarkup, markupOf } from "../src/email/templates/markup.ts"
import { textOf } from "../src/email/templates/text.ts"
import { readAnswer } from "../src/email/trust/answer.ts"
import { plainText, previewOf } from "../src/search/plain-text.ts"
import type { BodyFunctions } from "./hostile-bodies.ts"

const head = "From: Ann <ann@customer.example>\nTo: help@desk.example\nSubject: Hello\nContent-Type: "
const messageOf = (type: string, body: string) => Buffer.from(`${head}${type}; charset=utf-8\n\n${body}`)
const systemFields = [{ name: "from", value: "mailer-daemon@desk.example", raw: "" }] as never
const receipt = { ...parseMessage(messageOf("text/plain", "")), subject: "Read: Hello" }
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
  rating: undefined,
  missing: [],
  quoted: undefined,
}
const notice = { who: "Ann", inboxName: "Desk", subject: "Hello", number: 1, link: "https://desk.example" }

/** Every function of the server that takes what people write, by what it takes. */
export const bodyFunctions: BodyFunctions = {
  markup: {
    plainText,
    previewOf,
    excerptOf,
    wordsOfBody,
    textOf,
    markupOf,
    textOfHtml,
    "sanitize and markHistory": (body) => markHistory(sanitize(body, new Set())?.html ?? "", { isForward: false }),
    "withQuote of a long history": (body) =>
      withQuote({ text: "See below", threads: [{ id: 1, author: "Ann", body, created_at: new Date(0) }] }),
  },
  text: {
    htmlOfText: (body) => htmlOfText(body, { isForward: false }),
    unflow: (body) => unflow(body, true),
    uudecode,
    readAnswer,
    readTextBounce: (text) => readTextBounce(systemFields, { text, hasReturned: true }),
    readRtf: (text) => readRtf(Buffer.from(`{\\rtf1 ${text}}`)),
    "decodeTextTransfer of base64": (text) => decodeTextTransfer(Buffer.from(text), "base64"),
    "decodeTextTransfer of quoted-printable": (text) => decodeTextTransfer(Buffer.from(text), "7bit"),
    "isReadReceipt of a text": (text) => isReadReceipt({ ...receipt, text }),
    "withQuote of a long text": (text) => withQuote({ text, threads: [] }),
  },
  assembled: {
    linesAsMarkup: (body) => linesAsMarkup(body).text,
    "parseMessage and digestOf of markup": (body) => digestOf(parseMessage(messageOf("text/html", body))),
    "parseMessage and digestOf of text": (body) => digestOf(parseMessage(messageOf("text/plain", body))),
    "placeholderFor a message": (body) => placeholderFor(messageOf("text/html", body), "too_slow"),
    "renderMail of a reply": (message) => render({ ...reply, message }),
    "renderMail of a quotation": (body) => render({ ...reply, quoted: { author: "Ann", at: new Date(0), body } }),
    "renderMail of a notice": (message) =>
      render({ kind: "notice", ...notice, reason: "arrived", canReply: true, message }),
    "renderMail of an automatic reply": (text) => render({ kind: "auto-reply", text }),
  },
}
