import type { Transport } from "./transport.ts"

interface Page {
  _links: { next?: { href: string } }
}

/** Every item from the given page on, one page at a time: the next is asked for when its first item is. */
export async function* walk<One extends Page, Item>(
  transport: Transport,
  first: Promise<One>,
  itemsOf: (page: One) => Item[],
): AsyncGenerator<Item, void, undefined> {
  for (let page = await first; ; ) {
    yield* itemsOf(page)
    const { next } = page._links
    if (next === undefined) return
    page = await transport.follow<One>(next.href)
  }
}
