import assert from "node:assert/strict"
import { test } from "node:test"
import { text } from "../../messages/text.ts"
import { contentIdsIn, newContentId } from "./content-ids.ts"
import { objectionsTo, strangersAmong } from "./objections.ts"

const to = (html: string, more: { files?: number; strangers?: number; missingPictures?: number } = {}) =>
  objectionsTo({ html, files: 0, strangers: 0, missingPictures: 0, ...more })

test("a file that is spoken of and not there is noticed", () => {
  assert.deepEqual(to("<p>See the <strong>attached</strong> letter</p>"), [text("composer.forgot.file")])
  assert.deepEqual(to("<p>See the attached letter</p>", { files: 1 }), [])
  assert.deepEqual(to("<p>Yes.</p><blockquote><p>as attached</p></blockquote>"), [])
  assert.deepEqual(to("<p>An attachable handle</p>"), [])
})

test("variables that are still empty are named, each once", () => {
  const html = "<p>Dear {%customer.firstName%}, {%no.such%} and {%no.such%}</p>"
  assert.deepEqual(to(html), [text("composer.forgot.place", { names: "{%customer.firstName%}, {%no.such%}" })])
})

test("a picture that is not there is noticed", () => {
  assert.deepEqual(to("<p>Hello</p>", { missingPictures: 1 }), [text("composer.forgot.picture")])
})

test("somebody who has had no part in it is noticed, once", () => {
  assert.deepEqual(strangersAmong(["Ann@example.com", "bob@example.com"], ["ann@EXAMPLE.com", undefined]), [
    "bob@example.com",
  ])
  assert.deepEqual(to("<p>Hello</p>", { strangers: 2 }), [text("composer.forgot.stranger")])
})

test("a text names its pictures, and words that look like one do not count", () => {
  const id = newContentId()
  assert.match(id, /^picture-[0-9a-f]{16}@deskhand$/)
  const html = `<p>&lt;img src="cid:fake"&gt; <img src="cid:${id}" alt="a.png"> <img src="https://x.example/a.png"></p>`
  assert.deepEqual(contentIdsIn(html), [id])
})
