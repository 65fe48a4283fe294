import assert from "node:assert/strict"
import { test } from "node:test"
import { type Attachment, isPicture, isReadable, pathOf } from "./attachments.ts"

function attachment(mimeType: string, state: Attachment["state"] = "valid"): Attachment {
  const href = "https://desk.example/v2/conversations/1/attachments/2/file"
  const link = { href }
  return {
    id: 2,
    filename: "x",
    mimeType,
    state,
    _links: { self: link, data: link, download: link, web: link },
  }
}

test("pictures of dots can be looked at, drawings and documents not", () => {
  for (const type of ["image/png", "image/jpeg", "IMAGE/GIF", "image/webp", "image/avif"])
    assert.equal(isPicture(attachment(type)), true, type)
  for (const type of ["image/svg+xml", "image/png; x=y", "application/pdf", "text/html", "image/pngx", "image/tiff"])
    assert.equal(isPicture(attachment(type)), false, type)
  assert.equal(isPicture(attachment("image/png", "virus")), false)
})

test("text can be read as text, other things not", () => {
  for (const type of ["text/plain", "text/csv", "text/html", "application/json"])
    assert.equal(isReadable(attachment(type)), true, type)
  for (const type of ["application/pdf", "image/svg+xml", "application/xhtml+xml", "message/rfc822"])
    assert.equal(isReadable(attachment(type)), false, type)
  assert.equal(isReadable(attachment("text/plain", "virus")), false)
})

test("they come from where the page comes from", () => {
  assert.equal(pathOf(attachment("text/plain")), "/v2/conversations/1/attachments/2/file")
})
