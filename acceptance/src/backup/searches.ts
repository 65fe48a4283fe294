import assert from "node:assert/strict"
import type pg from "pg"
import { type Access, getJson, post } from "./contents.ts"

/** What each search finds: ids in their order, and how many in all. */
export type Searches = Record<string, { ids: number[]; total: number }>

/** One for each kind of mark in a search document, and for what only a test of the threads can tell. */
// biome-ignore lint/suspicious/noExplicitAny: the scenario is known by what the command printed.
function requestsFor(ids: any): Record<string, string> {
  const query = (text: string) => `query=${encodeURIComponent(text)}`
  const field = (id: number, value: string) => `mailbox=${ids.inboxes.support}&customFieldsByIds=${id}:${value}`
  return {
    "a word": query("(orrery)"),
    "a folded word": query("(strasse)"),
    "a word of the subject": query('(subject:"quicksilver")'),
    "a phrase": query('("brass orrery")'),
    "an address": query('(email:"archive@books.scenario.example")'),
    "a domain": query('(email:"@books.scenario.example")'),
    "a customer": query(`(customerIds:${ids.customers.plusAddress})`),
    "a tag beside a word": query('(tag:"scenario-vip" AND how)'),
    "a field": field(ids.fields.quantity, "42"),
    "words of a field": field(ids.fields.product, "engine"),
    NOT: query("(orrery NOT brass) OR (pendulum NOT made)"),
    "a draft of one's own": query('(subject:"draft of ada")'),
  }
}

export async function search(access: Access, ids: unknown): Promise<Searches> {
  const found: Searches = {}
  for (const [name, request] of Object.entries(requestsFor(ids))) {
    const { _embedded, page } = await getJson(access, `/v2/conversations?status=all&${request}`)
    const listed = (_embedded.conversations as { id: number }[]).map(({ id }) => id)
    assert.ok(listed.length > 0 && listed.length < 25, `${name} finds ${listed.length}`)
    found[name] = { ids: listed, total: page.totalElements }
  }
  return found
}

/** No document differs from the words that its conversation has now. */
export async function checkDocuments(db: pg.Client): Promise<void> {
  const { rows } = await db.query(`
    select id from conversations left join search_documents on conversation_id = id
    where words is distinct from document_words(id) or length(words) = 0`)
  assert.deepEqual(rows, [])
}

/** The conversation is found by a thread as soon as it is added. */
export async function checkNewWord(access: Access, conversationId: number): Promise<void> {
  await post(access, `/v2/conversations/${conversationId}/notes`, { text: "Zeppelin" })
  const { _embedded } = await getJson(access, "/v2/conversations?status=all&query=(zeppelin)")
  assert.deepEqual(
    _embedded.conversations.map(({ id }: { id: number }) => id),
    [conversationId],
  )
}
