import { ids, origin, read, type SendOptions } from "./desk.ts"

export interface Span {
  days?: number
  hours?: number
  minutes?: number
}

/** So long before the moment at which the scenario stands, as answers write it. */
export function ago({ days = 0, hours = 0, minutes = 0 }: Span): string {
  const moment = new Date(ids.now).getTime() - ((days * 24 + hours) * 60 + minutes) * 60_000
  return `${new Date(moment).toISOString().slice(0, 19)}Z`
}

export function ahead({ days = 0, hours = 0, minutes = 0 }: Span): string {
  return ago({ days: -days, hours: -hours, minutes: -minutes })
}

export function link(path: string): { href: string } {
  return { href: origin + path }
}

/** A conversation of the scenario by its name there. */
export function conversation(name: string, version = 2) {
  return read(`/v${version}/conversations/${ids.conversations[name]}`)
}

/** Its threads, newest first. */
export async function threadsOf(name: string, version = 2, options: SendOptions = {}) {
  const path = `/v${version}/conversations/${ids.conversations[name]}/threads?size=100`
  return (await read(path, options))._embedded.threads
}

/** One of its threads by the name there. */
export async function thread(conversationName: string, name: string, version = 2, options: SendOptions = {}) {
  const id = ids.threads[conversationName][name]
  const threads = await threadsOf(conversationName, version, options)
  return threads.find((candidate: { id: number }) => candidate.id === id)
}

export function customer(name: string) {
  return read(`/v2/customers/${ids.customers[name]}`)
}

export function organization(name: string, query = "") {
  return read(`/v2/organizations/${ids.organizations[name]}${query}`)
}

/** The ids of the rows of a list, in its order. */
export async function listed(path: string, options: SendOptions = {}): Promise<number[]> {
  const { _embedded } = await read(path, options)
  const [rows] = Object.values(_embedded) as { id: number }[][]
  return (rows ?? []).map(({ id }) => id)
}

/** The ids of conversations of the scenario by their names. */
export function conversationIds(...names: string[]): number[] {
  return names.map((name) => ids.conversations[name])
}

/** For sets: what matters is which, not in which order. */
export function sorted(numbers: number[]): number[] {
  return numbers.toSorted((one, other) => one - other)
}
