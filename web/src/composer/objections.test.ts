import assert from "node:assert/strict"
import { test } from "node:test"
import { objectionsTo } from "./objections.ts"

test("a file that is spoken of and not there, and a place that was not filled in, are noticed", () => {
  assert.deepEqual(objectionsTo("<p>See the <strong>attached</strong> letter</p>", 0), ["composer.forgot.file"])
  assert.deepEqual(objectionsTo("<p>See the attached letter</p>", 1), [])
  assert.deepEqual(objectionsTo("<p>Yes.</p><blockquote><p>as attached</p></blockquote>", 0), [])
  assert.deepEqual(objectionsTo("<p>Dear {%customer.firstName%}</p>", 0), ["composer.forgot.place"])
  assert.deepEqual(objectionsTo("<p>An attachable handle</p>", 0), [])
})
