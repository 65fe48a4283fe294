import { hash } from "node:crypto"
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
  return { status: 200, body, etag: etagOf(steady) }
}

export function etagOf(body: object): string {
  return `"${hash("sha1", JSON.stringify(body), "base64url")}"`
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
export function pageOf(origin: string, url: string, content: PageContent): Answer {
  const { number, size } = content.request
  const totalPages = Math.ceil(content.total / size)
  const at = pageLinks(origin, url)
  const links: Record<string, Link> = {
    self: at(number),
    first: at(1),
    last: at(Math.max(1, totalPages)),
    page: pageTemplate(origin, url),
  }
  if (number < totalPages) links["next"] = at(number + 1)
  if (number > 1) links["previous"] = at(Math.max(1, Math.min(number - 1, totalPages)))
  return {
    status: 200,
    ...(content.estimated && { hint: "totalElements is an estimate; follow next to the end." }),
    body: {
      _embedded: { [content.name]: content.items },
      _links: links,
      page: {
        size,
        totalElements: content.total,
        totalPages,
        number: content.total === 0 ? (content.emptyNumber ?? number) : number,
      },
    },
  }
}

/** The same where the items are JSON already. */
export function pageOfTexts(
  origin: string,
  url: string,
  { texts, ...content }: Omit<PageContent, "items"> & { texts: string[] },
): Answer {
  const { body, ...answer } = pageOf(origin, url, { ...content, items: [] })
  // What is embedded comes first, so that the first place is the right one.
  const whole = JSON.stringify(body).replace(`"${content.name}":[]`, () => `"${content.name}":[${texts.join(",")}]`)
  return { ...answer, ...halText(whole) }
}

export function halText(text: string): Pick<Answer, "headers" | "body"> {
  return { headers: { "Content-Type": "application/hal+json" }, body: Buffer.from(text) }
}

export interface CursorPageContent {
  name: string
  items: object[]
  /** Where the next page begins; undefined when this is the last. */
  next: string | undefined
}

/** A list envelope without numbers; its links keep every filter of the request. */
export function cursorPageOf(origin: string, url: string, content: CursorPageContent): Answer {
  const { path, filters } = takeApart(url, "cursor")
  const query = filters.toString()
  const first = { href: `${origin}${path}${query === "" ? "" : `?${query}`}` }
  const links: Record<string, Link> = { self: { href: origin + url }, first }
  if (content.next !== undefined) {
    filters.set("cursor", content.next)
    links["next"] = { href: `${origin}${path}?${filters}` }
  }
  return { status: 200, body: { _embedded: { [content.name]: content.items }, _links: links } }
}

/** The same where the items are JSON already. */
export function cursorPageOfTexts(
  origin: string,
  url: string,
  { texts, ...content }: Omit<CursorPageContent, "items"> & { texts: string[] },
): Answer {
  const { body, ...answer } = cursorPageOf(origin, url, { ...content, items: [] })
  const whole = JSON.stringify(body).replace(`"${content.name}":[]`, () => `"${content.name}":[${texts.join(",")}]`)
  return { ...answer, ...halText(whole) }
}

function pageLinks(origin: string, url: string): (page: number) => Link {
  const { path, filters } = takeApart(url, "page")
  return (page) => {
    const query = new URLSearchParams(filters)
    query.set("page", String(page))
    return { href: `${origin}${path}?${query}` }
  }
}

function pageTemplate(origin: string, url: string): Link {
  const { path, filters } = takeApart(url, "page")
  const query = filters.toString()
  return { href: `${origin}${path}${query === "" ? "{?page}" : `?${query}{&page}`}`, templated: true }
}

function takeApart(url: string, place: "page" | "cursor"): { path: string; filters: URLSearchParams } {
  const mark = url.indexOf("?")
  const filters = new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1))
  filters.delete(place)
  return { path: mark === -1 ? url : url.slice(0, mark), filters }
}

/** How answers write moments: whole seconds, UTC. */
export function timestamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`
}
