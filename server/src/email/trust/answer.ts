import { html } from "../../http/html/html.ts"
import { beginsHistory, isAttribution, isForwarded } from "../parse/history/phrases.ts"

/** What somebody wrote above a mail of ours, as it goes into the conversation. */
export interface Written {
  kind: "reply" | "note"
  /** As markup. */
  body: string
}

/** Stands in mails of ours that may be answered, above what is quoted; whatever follows it is ours. */
export const answerAbove = "Please write your answer above this line"

/** Undefined where nothing is left. */
export function readAnswer(text: string): Written | undefined {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd())
  const answer = lines.slice(0, endOf(lines)).join("\n").trim()
  const note = /^(?:@note\b:?|note:)[ \t]*\n*/i.exec(answer)?.[0]
  const rest = note === undefined ? answer : answer.slice(note.length).trim()
  if (rest === "") return undefined
  return { kind: note === undefined ? "reply" : "note", body: asMarkup(rest) }
}

/** The first line of what is quoted or of the signature. */
function endOf(lines: string[]): number {
  const lastOwn = lines.findLastIndex((line) => line !== "" && !line.startsWith(">"))
  const end = lines.findIndex((line, at) => {
    if (line === "") return false
    if (at > lastOwn || line === "--" || line.includes(answerAbove) || beginsHistory(lines, at)) return true
    if (at === lastOwn && isTelephone(line)) return true
    if (/^_{5,}$/.test(line)) return beginsHistory(lines, at + 1)
    return isPassedOn(line) || introduces(line, lines.slice(at + 1, at + 6))
  })
  return end === -1 ? lines.length : end
}

function isTelephone(line: string): boolean {
  return /^(Sent from my|Get Outlook for|Von meinem .* gesendet|Envoyé de mon)\b/.test(line)
}

/** Between lines that are drawn: the words alone may be somebody's own. */
function isPassedOn(line: string): boolean {
  return /^[-_]{3}/.test(line) && isForwarded(line)
}

/** "On …, … wrote:", on one line or on two; in languages that nobody here knows at least what is quoted follows. */
function introduces(line: string, following: string[]): boolean {
  const [next = "", afterNext = ""] = following.filter((one) => one !== "")
  if (line.length + next.length > 500 || !/[@\d]/.test(line)) return false
  if (line.endsWith(":")) return isAttribution(line) || next.startsWith(">")
  return isAttribution(`${line} ${next}`) && (afterNext === "" || afterNext.startsWith(">"))
}

function asMarkup(text: string): string {
  const lines = text.split("\n")
  return html`${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`.text
}
