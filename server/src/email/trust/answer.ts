import { html } from "../../http/html.ts"

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

/** How many lines, blank ones left out, are looked at to understand one. */
const near = 5

/** The first line of what is quoted or of the signature. Mail programs have many words for those, but few shapes. */
function endOf(lines: string[]): number {
  const lastOwn = lines.findLastIndex((line) => line !== "" && !line.startsWith(">"))
  const end = lines.findIndex((line, at) => {
    if (line === "") return false
    if (at > lastOwn || line === "--" || line.includes(answerAbove) || isRule(line)) return true
    if (at === lastOwn && isTelephone(line)) return true
    const following = lines.slice(at + 1, at + 1 + 2 * near).filter((next) => next !== "")
    return introduces(line, following) || isHead(line, following)
  })
  return end === -1 ? lines.length : end
}

function isRule(line: string): boolean {
  return /^-{2,} ?[^-]{3,60} ?-{2,}$/.test(line) && /original|forward|ursprüng|weiter|origine|mensaje/i.test(line)
}

function isTelephone(line: string): boolean {
  return /^(Sent from my|Get Outlook for|Von meinem .* gesendet|Envoyé de mon)\b/.test(line)
}

/** "On …, … wrote:", on one line or on two; in other languages at least what is quoted follows. */
function introduces(line: string, [next = "", afterNext = ""]: string[]): boolean {
  if (line.length + next.length > 500 || !/[@\d]/.test(line)) return false
  const wrote = /(?<!\p{L})(wrote|schrieb|écrit|escribió|scritto|schreef|skrev)(?!\p{L})/iu
  if (line.endsWith(":")) return wrote.test(line) || next.startsWith(">")
  return next.endsWith(":") && wrote.test(`${line} ${next}`) && (afterNext === "" || afterNext.startsWith(">"))
}

const sender = /^\*?(From|Von|De|Da|Van|Från|Fra|Od)\*?\s?: /
const field = /^\*?\p{L}{2,12}\*?\s?: /u

/** Outlook repeats the fields of what it quotes. */
function isHead(line: string, following: string[]): boolean {
  if (/^_{10,}$/.test(line)) return sender.test(following[0] ?? "")
  return sender.test(line) && following.slice(0, near).filter((next) => field.test(next)).length >= 2
}

function asMarkup(text: string): string {
  const lines = text.split("\n")
  return html`${lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)}`.text
}
