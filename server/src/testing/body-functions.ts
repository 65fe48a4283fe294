import { withQuote } from "../conversations/threads/quote.ts"
import { excerptOf } from "../conversations/threads/rules.ts"
import { wordsOfBody } from "../conversations/threads/words.ts"
import { markHistory } from "../email/parse/history.ts"
import { textOfHtml } from "../email/parse/html-text.ts"
import { parseMessage, placeholderFor } from "../email/parse/parse.ts"
import { isReadReceipt } from "../email/parse/read-receipts.ts"
import { readRtf } from "../email/parse/rtf.ts"
import { sanitize } from "../email/parse/sanitize.ts"
import { readTextBounce } from "../email/parse/text-bounces.ts"
import { htmlOfText, unflow } from "../email/parse/text-html.ts"
import { decodeTextTransfer } from "../email/parse/transfer.ts"
import { uudecode } from "../email/parse/uuencode.ts"
import { digestOf } from "../email/receive/digest.ts"
import { type MailContents, renderMail } from "../email/send/render.ts"
import { linesAsMarkup, markupOf } from "../email/templates/markup.ts"
import { textOf } from "../email/templates/text.ts"
import { readAnswer } from "../email/trust/answer.ts"
import { plainText, previewOf } from "../search/plain-text.ts"
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
  ratingLinks: [],
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
