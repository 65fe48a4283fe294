import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { after, describe, test } from "node:test"
import { Conversation, ConversationPage } from "@deskhand/contract/conversations/conversation"
import { Tag } from "@deskhand/contract/conversations/tag"
import { ErrorBody } from "@deskhand/contract/error"
import { InboxPage } from "@deskhand/contract/inboxes/inbox"
import { User } from "@deskhand/contract/people/user"
import Type from "typebox"
import { Value } from "typebox/value"
import { startTestServer } from "../../../test/desk/http.ts"
import { openApiOf } from "../openapi/openapi.ts"
import type { JsonSchema } from "../openapi/types.ts"
import { route } from "../route.ts"
import { exampleOf } from "./examples.ts"

const hostile = `<script>alert("1")</script>' onload='x`

const trap = route({
  method: "POST",
  url: "/v2/traps",
  permission: "signed-in",
  summary: hostile,
  query: Type.Object({ bait: Type.Optional(Type.String({ description: hostile, default: hostile })) }),
  body: Type.Object({ [hostile]: Type.String({ description: hostile, enum: [hostile] }) }),
  answers: { 200: Type.Object({ name: Type.String({ examples: [hostile] }) }), 204: hostile },
  handle: async () => ({ status: 204 }),
})

const server = startTestServer({ extraRoutes: [trap] })
after(() => server.close())

async function page(headers: Record<string, string> = {}): Promise<{ text: string; policy: string; type: string }> {
  const answer = await server.app.inject({ url: "/docs", headers })
  assert.equal(answer.statusCode, 200)
  return {
    text: answer.body,
    policy: String(answer.headers["content-security-policy"]),
    type: String(answer.headers["content-type"]),
  }
}

describe("GET /docs", () => {
  test("shows every operation, once, and links to it", async () => {
    const { text, type } = await page()
    assert.match(type, /^text\/html/)
    const { paths } = openApiOf(server.routes, "")
    const names = Object.values(paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    )
    assert.equal(names.length, server.routes.length)
    for (const name of names) {
      assert.equal(text.split(` id="${name}"`).length, 2, `${name} stands on the page once`)
      assert(text.includes(`href="#${name}"`))
    }
  })

  test("has only links that lead somewhere, and every id once", async () => {
    const { text } = await page()
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const [, target] of text.matchAll(/href="#([^"]+)"/g)) assert(ids.includes(target), `#${target}`)
  })

  test("escapes whatever a route says", async () => {
    const { text } = await page()
    assert(text.includes("&#60;script&#62;"), "the trap is on the page")
    assert.equal(/<script/i.test(text), false)
    assert.equal(/\son\w+\s*=\s*'x/.test(text), false)
  })

  test("lets in its own style and nothing else", async () => {
    const { text, policy } = await page()
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? ""
    assert(style.length > 1_000)
    const digest = createHash("sha256").update(style).digest("base64")
    assert.equal(
      policy,
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    assert.equal(/ style="|<link|<img|@import|url\(/.test(text), false)
  })

  test("calls the origin that was called", async () => {
    const { text } = await page({ host: "desk.example" })
    assert(text.includes("http://desk.example/v2/conversations"))
    const other = await page({ host: "other.example" })
    assert(other.text.includes("http://other.example/v2/conversations"))
    assert.equal(/desk\.example|any-origin/.test(other.text), false)
  })

  test("has a skip link, landmarks and headings in order", async () => {
    const { text } = await page()
    for (const part of ['<a class="skip" href="#content">', "<header", "<nav", '<main id="content"', "<h1"])
      assert(text.includes(part), part)
    let before = 0
    for (const [, level] of text.matchAll(/<h([1-6])/g)) {
      assert(Number(level) <= before + 1, `h${level} after h${before}`)
      before = Number(level)
    }
  })
})

describe("exampleOf", () => {
  const document = openApiOf(server.routes, "https://desk.example")

  for (const [name, shape] of Object.entries({ Conversation, ConversationPage, ErrorBody, InboxPage, Tag, User }))
    test(`gives a ${name} that is one`, () => {
      const example = exampleOf(document, shape as JsonSchema)
      assert.deepEqual([...Value.Errors(shape, example)], [])
    })
})
