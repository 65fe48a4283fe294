import { hash } from "node:crypto"
import { assemble, type Json, listed } from "./json.ts"
import type { Answer } from "./route.ts"

export interface Link {
  href: string
  templated?: true
}

export function link(origin: string, path: string): Link {
  return { href: origin + path }
}

/** One resource. What passes with time alone (a friendly waiting time) is kept out of its ETag by `steady`. */
export function resource(body: object, steady: object = body): Answer {
  const text = JSON.stringify(body)
  return { status: 200, body, json: text, etag: etagOfText(steady === body ? text : JSON.stringify(steady)) }
}

export function etagOf(body: object): string {
  return etagOfText(JSON.stringify(body))
}

export function etagOfText(text: string | Buffer): string {
  return `"${hash("sha1", text, "base64url")}"`
}

export function created(id: number, more: Record<string, string> = {}): Answer {
  return { status: 201, headers: { "Resource-ID": String(id), ...more } }
}

export const noContent: Answer = { status: 204 }

export interface PageRequest {
  number: number
  size: number
}

/** Which page is asked for; sizes are clamped rather than refused. */
export function pageRequest(query: { page?: number; size?: number }, defaultSize: number): PageRequest {
  return { number: query.page ?? 1, size: Math.min(100, Math.max(1, query.size ?? defaultSize)) }
}

export interface PageContent {
  name: string
  items: object[]
  total: number
  request: PageRequest
  /** The number an empty list answers: 0 for conversations, as the specification shows. */
  emptyNumber?: number
  /** The total is a guess, which the answer says too. */
  estimated?: boolean | undefined
}

/** A list envelope whose links keep every filter of the request. */
export function pageOf(origin: string, url: string, { name, items, ...content }: PageContent): Answer {
  const { envelope, ...answer } = paged(origin, url, content)
  return { ...answer, body: { _embedded: { [name]: items }, ...envelope } }
}

/** The same where the items are JSON already. */
export function pageOfTexts(
  origin: string,
  url: string,
  { name, texts, ...content }: Omit<PageContent, "items"> & { texts: Json[] },
): Answer {
  const { envelope, ...answer } = paged(origin, url, content)
  const rest = JSON.stringify(envelope).slice(1)
  return { ...answer, json: assemble(listed(`{"_embedded":{"${name}":[`, texts, `]},${rest}`)) }
}

/** What a list says beside its items. */
function paged(
  origin: string,
  url: string,
  content: Omit<PageContent, "name" | "items">,
): Pick<Answer, "status" | "hint"> & { envelope: object } {
  const { number, size } = content.request
  const totalPages = Math.ceil(content.total / size)
  const { path, query } = takeApart(url, "page")
  const start = `${origin}${path}?${query}${query === "" ? "" : "&"}page=`
  const at = (page: number): Link => ({ href: start + page })
  const links: Record<string, Link> = {
    self: at(number),
    first: at(1),
    last: at(Math.max(1, totalPages)),
    page: { href: `${origin}${path}${query === "" ? "{?page}" : `?${query}{&page}`}`, templated: true },
  }
  if (number < totalPages) links["next"] = at(number + 1)
  if (number > 1) links["previous"] = at(Math.max(1, Math.min(number - 1, totalPages)))
  return {
    status: 200,
    ...(content.estimated && { hint: "totalElements is an estimate; follow next to the end." }),
    envelope: {
      _links: links,
      page: {
        size,
        totalElements: content.total,
        totalPages,
        number: content.total === 0 ? (content.emptyNumber ?? number) : number,
        ...(content.estimated && { estimated: true }),
      },
    },
  }
}

export interface CursorPageContent {
  name: string
  texts: Json[]
  /** Where the next page begins; undefined when this is the last. */
  next: string | undefined
}

/** A list envelope without numbers; its links keep every filter of the request. */
export function cursorPageOf(origin: string, url: string, { name, texts, next }: CursorPageContent): Answer {
  const { path, query } = takeApart(url, "cursor")
  const first = { href: `${origin}${path}${query === "" ? "" : `?${query}`}` }
  const links: Record<string, Link> = { self: { href: origin + url }, first }
  if (next !== undefined) {
    const cursor = new URLSearchParams({ cursor: next })
    links["next"] = { href: `${origin}${path}?${query}${query === "" ? "" : "&"}${cursor}` }
  }
  const rest = `]},"_links":${JSON.stringify(links)}}`
  return { status: 200, json: assemble(listed(`{"_embedded":{"${name}":[`, texts, rest)) }
}

/** The path of a URL and its query string without one parameter, which links put at its end. */
function takeApart(url: string, place: "page" | "cursor"): { path: string; query: string } {
  const mark = url.indexOf("?")
  if (mark === -1) return { path: url, query: "" }
  const filters = new URLSearchParams(url.slice(mark + 1))
  filters.delete(place)
  return { path: url.slice(0, mark), query: filters.toString() }
}

/** How answers write moments: whole seconds, UTC. */
export function timestamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`
}
