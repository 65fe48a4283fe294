import { type Db, sql } from "../../../db/db.ts"
import { type Html, html } from "../../../http/html/html.ts"
import { bodyWorkers } from "../../../runtime/worker-pool.ts"
import { plainText } from "../../../search/plain-text.ts"

export interface QuotedThread {
  id: number
  body: string
  author: string
  created_at: Date
}

/** Of one message, and of all together: a history is quoted to be read. */
const longestBody = 100_000
const longestQuote = 500_000

/**
 * What the customer and the desk have said to one another, newest first. Nothing that was meant for the desk alone: no
 * notes, noted calls, forwards, drafts, nor what was hidden or did not arrive.
 */
export function listQuotedThreads(db: Db, conversationId: number): Promise<QuotedThread[]> {
  return db.many(sql`
    select t.id, left(t.body, ${longestBody}) as body, t.created_at,
      coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), nullif(concat_ws(' ', c.first_name, c.last_name,
        '<' || nullif(first_email(c.id), '') || '>'), ''), 'Somebody') as author
    from threads t
    left join users u on u.id = t.created_by_id
    left join customers c on c.id = t.customer_id and t.created_by_id is null
    where t.conversation_id = ${conversationId} and t.state = 'published'
      and t.type in ('customer', 'message', 'chat', 'widgetchat', 'forwardchild')
    order by t.created_at desc, t.id desc`)
}

export interface QuotingText {
  text: string
  threads: QuotedThread[]
}

/** The text with the history below it, as markup. In a worker thread, because a history may be long. */
export function quoteThreads(quoting: QuotingText): Promise<string> {
  return bodyWorkers.run({ module: import.meta.url, name: "withQuote", input: quoting })
}

export function withQuote({ text, threads }: QuotingText): string {
  const quoted: Html[] = []
  let length = 0
  for (const { author, body, created_at: createdAt } of threads) {
    const lines = linesOf(body)
    length += lines.reduce((sum, line) => sum + line.length, 0)
    if (length > longestQuote) {
      quoted.push(html`<p>Earlier messages are left out.</p>`)
      break
    }
    const when = `${createdAt.toISOString().slice(0, 16).replace("T", " ")} UTC`
    const quote = lines.map((line, index) => html`${index > 0 && html`<br>`}${line}`)
    quoted.push(html`<p>On ${when}, ${author} wrote:</p><blockquote>${quote}</blockquote>`)
  }
  if (quoted.length === 0) return text
  return asMarkup(text) + html`<br><br><p>---------- Forwarded conversation ----------</p>${quoted}`.text
}

function asMarkup(text: string): string {
  return hasTags(text) ? text : text.replaceAll("\n", "<br>")
}

function hasTags(text: string): boolean {
  return /<[a-z!/]/i.test(text)
}

/**
 * As text: what strangers wrote must not bring its styles and tricks along under the name of the desk. Lines end where
 * a block ends, or, in text without tags, where they do.
 */
function linesOf(body: string): string[] {
  const ends = hasTags(body) ? /<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6]|blockquote|pre)>/i : /\n/
  const lines = body
    .split(ends)
    .map(plainText)
    .filter((line, index, all) => line !== "" || (index > 0 && all[index - 1] !== ""))
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines
}
