import { headOf } from "./head.ts"
import { type Verdict, verdictOf } from "./verdicts.ts"

/** What the receiving server found out, who saw where a message came from. */
export interface ServerResults {
  spf?: { verdict: Verdict; domain: string }
  dkim?: Verdict
  /** `domain` is the one in From, as the server read it. */
  dmarc?: { verdict: Verdict; domain: string }
}

/**
 * Reads the Authentication-Results of this server (RFC 8601). Every server adds its fields above what it was given, so
 * only the topmost field, and those right below it, can be those of the last one. The others were in the message when it
 * came. What is said twice, and need not be, counts for nothing: one of the two may be the sender's.
 */
export function readServerResults(raw: Buffer, server: string): ServerResults {
  const results = topmostFields(raw, server).flatMap((field) => field.slice(1).flatMap(resultOf))
  const only = (method: string) => {
    const [found, ...more] = results.filter((result) => result.method === method)
    return more.length === 0 ? found : undefined
  }
  const [spf, dmarc] = [only("spf"), only("dmarc")]
  const dkim = results.filter(({ method }) => method === "dkim").map(({ verdict }) => verdict)
  const sender = spf && (spf.properties.get("smtp.mailfrom") ?? spf.properties.get("smtp.helo") ?? "")
  return {
    ...(spf && { spf: { verdict: verdictOf(spf.verdict), domain: domainIn(sender ?? "") } }),
    ...(dkim.length > 0 && { dkim: verdictOf(dkim.includes("pass") ? "pass" : (dkim[0] ?? "none")) }),
    ...(dmarc && {
      dmarc: {
        verdict: verdictOf(dmarc.verdict, "none"),
        domain: domainIn(dmarc.properties.get("header.from") ?? ""),
      },
    }),
  }
}

function domainIn(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase()
}

/** Words of a part of a field that ends with a semicolon; `=` is one too. */
type Statement = string[]

function topmostFields(raw: Buffer, server: string): Statement[][] {
  const all = fieldsOf(raw)
  const start = all.findIndex(isResults)
  if (start === -1) return []
  const end = all.findIndex((field, place) => place > start && !isResults(field))
  const fields = all
    .slice(start, end === -1 ? undefined : end)
    .map((field) => statementsIn(field.slice(field.indexOf(":") + 1)))
  const isTheirs = ([first = []]: Statement[]) => first[0]?.toLowerCase() === server && first[1] !== "="
  const others = fields.findIndex((field) => !isTheirs(field))
  return others === -1 ? fields : fields.slice(0, others)
}

function isResults(field: string): boolean {
  return /^authentication-results[ \t]*:/i.test(field)
}

/** Each with the lines that continue it. */
function fieldsOf(raw: Buffer): string[] {
  const fields: string[][] = []
  for (const line of (headOf(raw) ?? Buffer.alloc(0)).toString("latin1").split(/\r\n|\n|\r/)) {
    if (/^[ \t]/.test(line)) fields.at(-1)?.push(line)
    else fields.push([line])
  }
  return fields.map((lines) => lines.join(" "))
}

/** Without comments. Quotes hold a word together, also one in which `;` or `=` stand. */
function statementsIn(text: string): Statement[] {
  const statements: Statement[] = [[]]
  let word: string | undefined
  let depth = 0
  let isQuoted = false
  const endWord = () => {
    if (word !== undefined) statements.at(-1)?.push(word)
    word = undefined
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ""
    if (letter === "\\" && (isQuoted || depth > 0)) {
      at++
      if (depth === 0) word += text[at] ?? ""
    } else if (isQuoted) {
      if (letter === '"') isQuoted = false
      else word += letter
    } else if (letter === "(") depth++
    else if (depth > 0) depth -= letter === ")" ? 1 : 0
    else if (letter === '"') {
      isQuoted = true
      word ??= ""
    } else if (letter === ";" || letter === "=" || letter === " " || letter === "\t") {
      endWord()
      if (letter === ";") statements.push([])
      if (letter === "=") statements.at(-1)?.push("=")
    } else word = (word ?? "") + letter
  }
  endWord()
  return statements
}

interface Result {
  method: string
  verdict: string
  properties: Map<string, string>
}

/** Such as `dmarc=pass header.from=example.com`. */
function resultOf(words: Statement): Result[] {
  const pairs = words.flatMap((word, place): [string, string][] =>
    words[place + 1] === "=" && word !== "=" ? [[word.toLowerCase(), words[place + 2] ?? ""]] : [],
  )
  const [first, ...properties] = pairs
  if (!first || words[1] !== "=") return []
  // A version may stand behind the method: `dkim/1`.
  const [method = ""] = first[0].split("/")
  return [{ method, verdict: first[1].toLowerCase(), properties: new Map(properties) }]
}
