import assert from "node:assert/strict"
import { ids, type Reply, read, send } from "./desk.ts"

type Fields = Record<string, unknown>

/** In an inbox in which nothing is set up, with a customer who has never written. */
export function newConversation(changes: Fields = {}): Fields {
  return {
    subject: "Written from outside",
    type: "email",
    mailboxId: ids.inboxes.empty,
    status: "active",
    customer: { id: ids.customers.silent },
    threads: [customerThread()],
    ...changes,
  }
}

export function customerThread(changes: Fields = {}): Fields {
  return { type: "customer", customer: { id: ids.customers.silent }, text: "<p>Hello?</p>", ...changes }
}

export function create(changes: Fields = {}, as = "ada"): Promise<Reply> {
  return send("POST", "/v2/conversations", { body: newConversation(changes), as })
}

/** Creates and reads back in version 3, threads from the oldest on. */
export async function made(changes: Fields = {}, as = "ada") {
  const { status, headers, body } = await create(changes, as)
  assert.equal(status, 201, JSON.stringify(body))
  const id = Number(headers.get("Resource-ID"))
  const { _embedded, ...conversation } = await read(`/v3/conversations/${id}?embed=threads`, { as })
  return { id, conversation, threads: _embedded.threads.toReversed() }
}

/** That these changes are bad input, and that the refusal names this path. */
export async function assertRefused(changes: Fields, path: string): Promise<void> {
  assertNames(await create(changes), path)
}

export function assertNames({ status, body }: Reply, path: string): void {
  assert.equal(status, 400, JSON.stringify(body))
  const paths = body._embedded.errors.map((error: { path: string }) => error.path)
  assert.ok(paths.includes(path), `${path} is not among ${paths}`)
}

/** Adds what a customer writes. */
export function addThread(conversationId: number, changes: Fields = {}): Promise<Reply> {
  const body = { text: "<p>One more thing.</p>", customer: { id: ids.customers.silent }, ...changes }
  return send("POST", `/v2/conversations/${conversationId}/customer`, { body })
}

/** The same, and reads back what became of the conversation and the new thread. */
export async function added(conversationId: number, changes: Fields = {}) {
  const { status, headers, body } = await addThread(conversationId, changes)
  assert.equal(status, 201, JSON.stringify(body))
  const id = Number(headers.get("Resource-ID"))
  const { _embedded, ...conversation } = await read(`/v2/conversations/${conversationId}?embed=threads`)
  const thread = _embedded.threads.find((candidate: { id: number }) => candidate.id === id)
  return { id, conversation, thread, threads: _embedded.threads }
}

let addresses = 0

/** One that nobody has. */
export function newAddress(): string {
  return `newcomer${++addresses}@elsewhere.example`
}

export const typesOf = (threads: { type: string }[]): string[] => threads.map(({ type }) => type)
export const actionsOf = (threads: { action?: { type: string } }[]): string[] =>
  threads.flatMap(({ action }) => (action ? [action.type] : []))
