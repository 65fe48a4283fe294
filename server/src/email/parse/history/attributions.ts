/*
 * The lines with which mail programs introduce what they quote, such as “On Mon, 4 Mar 2024 at 10:00, Ann <ann@x> wrote:”.
 * Every expression here reads a text of at most `longest` characters.
 */

const longest = 400

const verbs =
  "wrote|writes|schrieb|schreibt|geschrieben|schreef|geschreven|skrev|skreiv|kirjoitti|escribió|escribio|escreveu|ha scritto|scrive|a écrit|a ecrit|écrit|va escriure|ha escrit|napisał|napisała|napisana|pisze|napsal|napsala|napísal|napísala|napisal|napisala|napisao|написал|написала|написав|написала|пишет|пише|написа|yazdı|yazmış|írta|a scris|έγραψε|đã viết|menulis|rašė|kirjutas|rakstīja|skrifaði"
const verb = new RegExp(
  `(?<!\\p{L})(?:${verbs})(?!\\p{L})|כתב|كتب|写道|寫道|写到|のメール|のメッセージ|さんは書きました|作성|작성|님이 쓴 글`,
  "iu",
)

/** Somebody tells what was said, which no program does. */
const personal =
  /(?<!\p{L})(?:i|we|you|he|she|they|it|which|what|who|as|(?:your|my|our|his|her|their) \p{L}+)(?: (?:also|then|once|just|already|had|have))? (?:wrote|writes)(?!\p{L})|(?<!\p{L})(?:schrieb|schreibt|schreef|geschreven|skrev|napsal) (?:ich|mir|uns|wir|man|er|sie|ihr|ihre?|mein\p{L}*|ik|hij|zij|u|jag|jeg|han|hun|hon|du|vi|mi)(?!\p{L})|(?<!\p{L})(?:mir|uns|ihnen|ich|wir|sie|ihr|du|er) (?:\p{L}+ )?geschrieben|['’]a écrit|(?<!\p{L})(?:il|elle|on|nous|vous|qui|que|quoi) a écrit|(?<!\p{L})(?:me|nos|le|usted|que|mi|ci|lei|lui) (?:escribió|escreveu|ha scritto)|(?<!\p{L})(?:я|он|она|вы|мне|нам|что) (?:написал|пишет)/iu

const address = /[^\s<>@]@[^\s<>@]|mailto:/i
/** `10:00`, `10.00` or `10h00`, and not a part of a date such as 04.03.2024. */
const time = /(?<![\d.])\d{1,2}\s?[:.h]\s?\d{2}(?![\d.])|\d{1,2}\s?(?:[ap]\.?m\b|時|时|點|点|시)/i
const date = /(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2}/
/** Programs that leave out the verb: “2024年3月4日 10:00 Ann <ann@x>:”. */
const namedAtEnd = /[<(]\s?[^\s<>()@]{1,100}@[^\s<>()@]{1,200}\s?[>)]\s?[:：]$/
/** Programs that leave out the colon as well: “2024/3/4 Ann <ann@x>”. */
const datedName = /^\d{4}[/-]\d{1,2}[/-]\d{1,2} .{1,100}<[^\s<>@]{1,100}@[^\s<>@]{1,200}>$/
/** Programs that leave out the date: “Ann Lee <ann@x> wrote:”. */
const namedOnly = new RegExp(
  `^["“]?(?:[\\p{L}.,'’-]{1,30} ){1,4}["”]?<[^\\s<>@]{1,100}@[^\\s<>@]{1,200}> (?:${verbs}) ?[:：]$`,
  "iu",
)
const quoting = /^(?:quoting|zitat von|citation de|citando a?|citazione di|citerar|citeren) .{1,200}[:：]$/i

/** Words with which an attribution begins in the languages that put the date first. */
const opener =
  /^(?:-{2,10} ?)?(?:on|at|in a message dated|am|le|el|em|il|op|den|dne|dnia|w dniu|v|la|în data|στις|в|kl|ngày|vào|pada|在|於|于)[\s.,].{0,40}?\d|^["'“«(]?\p{L}{2,12}[.,]{0,2} (?:\p{L}{2,12}[.,]{0,2} )?\d|^\d{1,4}[\s.:/年년-]/iu

/** A line that can be a whole attribution: with a date, an address or nothing but a name beside the verb. */
export function isAttribution(line: string): boolean {
  const text = plainLine(line)
  if (text.length <= 6 || text.length > longest) return false
  if (!ends(text)) return datedName.test(text)
  if (!verb.test(text)) return isSigned(text) || quoting.test(text)
  if (address.test(text)) return true
  return (/\d/.test(text) || text.length <= longestName) && !personal.test(text)
}

const longestName = 60

/** Without a verb, but by somebody at some time. */
function isSigned(text: string): boolean {
  return (namedAtEnd.test(text) && /\d/.test(text)) || (address.test(text) && date.test(text) && time.test(text))
}

/** One that says when and by whom, so that it is no sentence of a letter even where no quotation marks follow. */
export function isFullAttribution(line: string): boolean {
  const text = plainLine(line)
  if (text.length > longest) return false
  if (isDashed(text)) return verb.test(text) && (address.test(text) || time.test(text))
  if (!ends(text)) return false
  if (!date.test(text)) return namedOnly.test(text) && !personal.test(text)
  if (!verb.test(text)) return time.test(text) && namedAtEnd.test(text)
  return (time.test(text) || address.test(text)) && !personal.test(text)
}

/** “---- On Mon, 4 Mar 2024 … wrote ----” or with “=”, with or without a colon. */
function isDashed(text: string): boolean {
  return /^[-=]{3,}/.test(text) && /[-=]{3,}$/.test(text)
}

function ends(text: string): boolean {
  return /[:：]$/.test(text)
}

/**
 * How many lines from `at` on are an attribution, which programs break over up to four; 0 where none begins there.
 * Where the first lines belong to the letter, the attribution begins at a later line.
 */
export function attributionLength(lines: string[], at: number, isOne: (text: string) => boolean): number {
  for (let count = 1; count <= mostLines && at + count <= lines.length; count++) {
    const last = plainLine(lines[at + count - 1] ?? "")
    if (last === "" || last.length > longest) return 0
    if (!/(?:[:：]|[-=]{3,}|>)$/.test(last)) continue
    if (!isOne(lines.slice(at, at + count).join(" "))) continue
    return count > 1 && beginsLater(lines.slice(at, at + count), isOne) ? 0 : count
  }
  return 0
}

const mostLines = 4

/** Whether a later line begins an attribution by itself, and the first one does not look like one. */
function beginsLater(lines: string[], isOne: (text: string) => boolean): boolean {
  const looksFirst = opener.test(plainLine(lines[0] ?? ""))
  return lines.some((line, index) => {
    if (index === 0 || !isOne(lines.slice(index).join(" "))) return false
    return opener.test(plainLine(line))
      ? !looksFirst || /[!?]$|\p{L}{4,}\.$/u.test(lines[index - 1] ?? "")
      : !looksFirst
  })
}

const sentenceEnd = /[.!?)] (?=(?:On|Am|Le|El|Em|Il|Op|Den|Dne|W dniu|В) \S{1,12} )/gu

/** A line whose last sentence is followed by an attribution, as two. */
export function splitAttribution(line: string): string[] {
  if (line.length > longestRaw || !/[:：]$/.test(line)) return [line]
  for (const { index } of line.matchAll(sentenceEnd))
    if (isFullAttribution(line.slice(index + 2))) return [line.slice(0, index + 1), line.slice(index + 2)]
  return [line]
}

/** Without emphasis, double blanks and marks that nobody sees. */
export function plainLine(line: string): string {
  if (line.length > longestRaw) return line.slice(0, longestRaw)
  const text = line.replace(/[\s\u200b-\u200f\u202a-\u202e\u2060-\u2069]+/g, " ")
  return text
    .replace(/^ ?[*_]{1,2}(?![*_])/, "")
    .replace(/(?<!\*)\*{1,2} ?$/, "")
    .trim()
}

/** With what `plainLine` leaves out. */
const longestRaw = 600
