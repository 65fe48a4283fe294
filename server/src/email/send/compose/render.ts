import { linesAsMarkup, markupOf } from "../../templates/markup.ts"
import { type NoticeParts, noticeBody } from "../../templates/notice.ts"
import { type Body, bodyOf } from "../../templates/page.ts"
import { type ReplyParts, replyBody } from "../../templates/reply.ts"
import { textOf } from "../../templates/text.ts"
import { InlineFiles, type MailFile } from "./attachments.ts"
import { type Addressing, type MailHead, rawOf } from "./message.ts"

/** What somebody wrote, as it stands in the database: HTML or plain text. */
type StoredText = string

export type MailContents =
  | { kind: "written"; body: Body }
  | { kind: "auto-reply"; text: StoredText }
  | (Omit<NoticeParts, "message"> & { kind: "notice"; message: StoredText | undefined })
  | (Omit<ReplyParts, "message" | "signature" | "quoted"> & {
      kind: "reply"
      message: StoredText
      signature: StoredText
      quoted: { author: string; at: Date; body: StoredText } | undefined
    })

/** A mail of which everything is known but how it looks. */
export interface MailDraft extends MailHead {
  contents: MailContents
  files?: MailFile[]
}

export interface RenderInput {
  draft: MailDraft
  addressing: Addressing
}

/** The whole message. Runs in a worker thread, because its cost grows with what people wrote. */
export function renderMail({ draft, addressing }: RenderInput): Promise<Uint8Array> {
  const { contents, files = [], ...head } = draft
  const inline = new InlineFiles(files)
  const body = renderBody(contents, inline)
  return rawOf({ ...head, body, attachments: inline.attachments() }, addressing)
}

const longestNotice = 10_000
const longestQuote = 20_000

function renderBody(contents: MailContents, inline: InlineFiles): Body {
  switch (contents.kind) {
    case "written":
      return contents.body
    case "auto-reply":
      return bodyOf(markupOf(contents.text))
    case "notice": {
      const { message } = contents
      return noticeBody({
        ...contents,
        message: message === undefined ? undefined : linesAsMarkup(textIn(message).slice(0, longestNotice)),
      })
    }
    case "reply": {
      const { message, signature, quoted } = contents
      return replyBody({
        ...contents,
        message: markupOf(message, inline.sourceOf),
        signature: signature === "" ? undefined : markupOf(signature),
        // As text: what strangers wrote does not bring its pictures and tricks along under the name of the desk.
        quoted: quoted && { ...quoted, body: linesAsMarkup(textIn(quoted.body).slice(0, longestQuote)) },
      })
    }
  }
}

/** Text without tags keeps its lines. */
function textIn(body: StoredText): string {
  return textOf(/<[a-z!/]/i.test(body) ? body : linesAsMarkup(body).text)
}
