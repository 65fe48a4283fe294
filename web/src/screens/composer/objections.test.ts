import assert from "node:assert/strict"
import { test } from "node:test"
import { objectionsTo, strangersAmong } from "./objections.ts"

const to = (html: string, more: { files?: number; strangers?: number } = {}) =>
  objectionsTo({ html, files: 0, strangers: 0, ...more })

test("a file that is spoken of and not there, and a place that was not filled in, are noticed", () => {
  assert.deepEqual(to("<p>See the <strong>attached</strong> letter</p>"), ["composer.forgot.file"])
  assert.deepEqual(to("<p>See the attached letter</p>", { files: 1 }), [])
  assert.deepEqual(to("<p>Yes.</p><blockquote><p>as attached</p></blockquote>"), [])
  assert.deepEqual(to("<p>Dear {%customer.firstName%}</p>"), ["composer.forgot.place"])
  assert.deepEqual(to("<p>An attachable handle</p>"), [])
})

test("somebody who has had no part in it is noticed, once", () => {
  assert.deepEqual(strangersAmong(["Ann@example.com", "bob@example.com"], ["ann@EXAMPLE.com", undefined]), [
    "bob@example.com",
  ])
  assert.deepEqual(to("<p>Hello</p>", { strangers: 2 }), ["composer.forgot.stranger"])
})
