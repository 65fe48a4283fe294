import type { PageQuery } from "@deskhand/contract/common"
import type { Static } from "typebox"
import type { QueryValue } from "./address.ts"
import type { Transport } from "./transport.ts"

/** The envelope of every list, paged by number or by cursor. */
export interface PageLike<Item> {
  _embedded: Record<string, Item[]>
  _links: { next?: { href: string } }
}

/** What a list takes, as it is convenient to give: one value for a list of one, a Date for a moment. */
export type Filters<Query> = {
  [Name in keyof Query]?: Friendly<Name, Exclude<Query[Name], undefined>> | undefined
}

type Friendly<Name, Value> = Name extends `${string}Since` | "since" | "until"
  ? Value | Date
  : Value extends readonly (infer One)[]
    ? One | readonly One[]
    : Value

/** What a list without filters takes. */
export type PageFilters = Filters<Static<typeof PageQuery>>

/** A list of the desk. */
export class List<Query extends { [Name in keyof Query]: QueryValue }, Page extends PageLike<Item>, Item> {
  protected readonly transport: Transport
  readonly #path: string

  constructor(transport: Transport, path: string) {
    this.transport = transport
    this.#path = path
  }

  /** One page, the first unless the query names another. */
  list(query: Query = {} as Query): Promise<Page> {
    return this.transport.read(this.#path, { query })
  }

  /** Every item, from the page that the query names to the last. A page is asked for when its first item is. */
  async *all(query?: Query): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages(query)) for (const items of Object.values(page._embedded)) yield* items
  }

  /** Every page, from the one that the query names to the last: for totals, or to show progress. */
  async *pages(query?: Query): AsyncGenerator<Page, void, undefined> {
    for (let page = await this.list(query); ; ) {
      yield page
      const { next } = page._links
      if (next === undefined) return
      page = await this.transport.follow<Page>(next.href)
    }
  }
}
