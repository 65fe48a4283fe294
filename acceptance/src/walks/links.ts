import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { get, ids, origin, read } from "../interface/desk.ts"
import { OpenApi } from "../openapi.ts"

interface Followed {
  href: string
  relation: string
  /** The answer that had the link. */
  from: string
}

/** Many times what the scenario has, so that links that lead to ever more links end the test. */
const most = 10_000

describe("links", () => {
  test("every link of every answer leads somewhere", async () => {
    const { followed, broken, pages } = await crawl(await startingPoints())
    assert.deepEqual(broken, [])
    assert.ok(followed > 1_000, `only ${followed} links were there`)
    assert.ok(pages.size > 100)
    for (const href of pages) await assertPage(href)
  })
})

/** Every list, and every conversation in both versions, for not all of them are listed. */
async function startingPoints(): Promise<string[]> {
  const { operations } = new OpenApi(await read("/openapi.json"))
  // Reports have no links, and nothing to tell without a period.
  const lists = operations.filter(({ method, path }) => method === "GET" && /^\/v\d\/(?!reports\/)[^{]*$/.test(path))
  const { bySource, paging, ...named } = ids.conversations
  const conversations = [named, bySource, paging].flatMap((group) => Object.values(group).flat())
  return [
    ...lists.map(({ path }) => path),
    "/v2/conversations?status=all&embed=threads",
    ...[2, 3].flatMap((version) => conversations.map((id) => `/v${version}/conversations/${id}`)),
  ]
}

async function crawl(paths: string[]) {
  const seen = new Set<string>()
  const pages = new Set<string>()
  const waiting: Followed[] = []
  const broken: object[] = []
  const follow = (link: Followed) => {
    if (link.relation === "web") pages.add(link.href)
    else if (!seen.has(link.href)) {
      seen.add(link.href)
      waiting.push(link)
    }
  }
  for (const path of paths) follow({ href: origin + path, relation: "start", from: "" })
  const work = async () => {
    for (let link = waiting.pop(); link !== undefined; link = waiting.pop()) {
      assert.ok(seen.size < most, "the links never end")
      const { status, headers, body } = await get(link.href, { as: "owner" })
      if (status === 301) follow({ href: headers.get("Location") ?? "", relation: "Location", from: link.href })
      else if (status >= 400 && !isExpected(link, status)) broken.push({ status, ...link })
      for (const found of linksIn(body)) follow({ ...found, from: link.href })
    }
  }
  while (waiting.length > 0) await Promise.all(Array.from({ length: 8 }, work))
  return { followed: seen.size, broken, pages }
}

/** What may not be there: old merges, drafts of others, what a scan refused, what is gone since an event told of it. */
function isExpected({ href, relation }: Followed, status: number): boolean {
  if (relation === "subject") return status === 404
  if (relation === "data" || relation === "download")
    return status === 403 && href.includes(`/attachments/${ids.attachments["invoice.exe"]}/`)
  const { draft, draftOfGrace, mergedLongAgo } = ids.conversations
  const gone = [draft, draftOfGrace, mergedLongAgo].map((id) => `/conversations/${id}`)
  return relation === "start" && status === 404 && gone.some((path) => href.endsWith(path))
}

function linksIn(body: unknown): { href: string; relation: string }[] {
  if (typeof body !== "object" || body === null) return []
  const { _links: links = {}, ...rest } = body as { _links?: Record<string, { href: string; templated?: boolean }> }
  const own = Object.entries(links).map(([relation, { href, templated }]) => {
    assert.ok(href.startsWith(`${origin}/`), href)
    assert.equal(templated === true, href.includes("{"), href)
    return { relation, href: href.replace(/\{([?&])page\}/, "$1page=1") }
  })
  return [...own, ...Object.values(rest).flatMap(linksIn)]
}

/** A page of the web application, which shows the conversation. */
async function assertPage(href: string): Promise<void> {
  const [, id] = new RegExp(`^${origin}/conversation/(\\d+)/\\d+(#attachment-\\d+)?$`).exec(href) ?? []
  assert.ok(id, href)
  const { status, headers } = await get(href, { as: "owner" })
  assert.equal(status, 200)
  assert.equal(headers.get("Content-Type"), "text/html; charset=utf-8")
}
