import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { after, before, describe, test } from "node:test"
import { closeDesk, openDesk } from "./interface/desk.ts"
import { coverageDocument, documentPath } from "./interface/document.ts"
import { specification } from "./interface/items.ts"
import { declared } from "./interface/section.ts"
import "./interface/service.ts"
import "./interface/conventions.ts"
import "./interface/nouns/person.ts"
import "./interface/nouns/conversation.ts"
import "./interface/nouns/tag.ts"
import "./interface/nouns/thread.ts"
import "./interface/nouns/attachment.ts"
import "./interface/nouns/customer.ts"
import "./interface/nouns/organization.ts"
import "./interface/nouns/user.ts"
import "./interface/nouns/user-status.ts"
import "./interface/nouns/routing.ts"
import "./interface/nouns/folder.ts"
import "./interface/nouns/rating.ts"
import "./interface/nouns/webhook.ts"
import "./interface/list-envelope.ts"
import "./interface/nouns/conversation-list.ts"
import "./interface/query-language.ts"
import "./interface/nouns/conversation-get.ts"
import "./interface/nouns/thread-list.ts"
import "./interface/nouns/customers.ts"
import "./interface/nouns/organizations.ts"
import "./interface/directory.ts"
import "./interface/nouns/webhooks.ts"
import "./interface/versioning.ts"
import "./interface/events.ts"
import "./interface/common-conventions.ts"
import "./interface/authentication.ts"
import "./interface/state-sets.ts"
import "./interface/nouns/conversation-create.ts"
import "./interface/nouns/customer-resolution.ts"
import "./interface/nouns/customer-thread.ts"
import "./interface/transitions.ts"
import "./interface/errors.ts"
import "./interface/limits.ts"

// One desk for all sections: those that read come first, those that write last.
before(openDesk)
after(closeDesk)

describe("the specification", () => {
  const items = Object.entries(specification).flatMap(([name, { items }]) =>
    Object.keys(items).map((item) => `${name}.${item}`),
  )

  test("has a test for every item", () => {
    assert.deepEqual(
      items.filter((item) => !declared.includes(item)),
      [],
    )
  })

  test("has one test for each", () => {
    assert.deepEqual(
      declared.filter((name, index) => declared.indexOf(name) !== index),
      [],
    )
  })

  test("is listed with its tests in docs/interface-coverage.md", async () => {
    assert.equal(await readFile(documentPath, "utf8"), coverageDocument(), "npm run docs writes it")
  })
})
