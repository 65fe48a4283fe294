import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { shortcuts } from "./keymap.ts"
import { readStroke, type Stroke } from "./strokes.ts"

function stroke(key: string, more: Partial<Stroke> = {}): Stroke {
  return { key, code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }
}

describe("a stroke of a key", () => {
  test("means what the keymap says", () => {
    assert.deepEqual(readStroke(stroke("j")), { name: "next" })
    assert.deepEqual(readStroke(stroke("E", { shiftKey: true })), { name: "closeNext" })
    assert.deepEqual(readStroke(stroke("?", { shiftKey: true })), { name: "sheet" })
    assert.deepEqual(readStroke(stroke("!", { shiftKey: true })), { name: "spam" })
    assert.deepEqual(readStroke(stroke("Enter", { metaKey: true })), { name: "send" })
    assert.deepEqual(readStroke(stroke("q")), {})
  })

  test("leaves to the browser what is the browser's", () => {
    assert.deepEqual(readStroke(stroke("j", { ctrlKey: true })), {})
    assert.deepEqual(readStroke(stroke("c", { metaKey: true })), {})
    assert.deepEqual(readStroke(stroke("d", { altKey: true })), {})
  })

  test("may be the first of two, and means something else after it", () => {
    assert.deepEqual(readStroke(stroke("g")), { begun: "g" })
    assert.deepEqual(readStroke(stroke("u"), "g"), { name: "goUnassigned" })
    assert.deepEqual(readStroke(stroke("o")), { name: "open" })
    assert.deepEqual(readStroke(stroke("j"), "g"), { name: "next" })
  })

  test("means what somebody waits for", () => {
    assert.deepEqual(readStroke(stroke("u")), { name: "undoSend" })
    const nothingSent = (name: string) => name !== "undoSend"
    assert.deepEqual(readStroke(stroke("u"), undefined, nothingSent), { name: "back" })
  })

  test("with Ctrl and Alt is one of a key with a name, because letters are written so", () => {
    const both = { ctrlKey: true, altKey: true }
    assert.deepEqual(readStroke(stroke("Enter", both)), { name: "sendLater" })
    assert.deepEqual(readStroke(stroke("m", both)), {})
  })

  test("is found by its place where the letters are not Latin", () => {
    assert.deepEqual(readStroke(stroke("о", { code: "KeyJ" })), { name: "next" })
    assert.deepEqual(readStroke(stroke("У", { code: "KeyE", shiftKey: true })), { name: "closeNext" })
    // On a Dvorak keyboard the letter counts, not the place.
    assert.deepEqual(readStroke(stroke("j", { code: "KeyC" })), { name: "next" })
  })
})

test("no key means two things, but for undoing what was just sent", () => {
  const keys = shortcuts.flatMap(([name, { keys }]) => (name === "undoSend" ? [] : keys))
  assert.deepEqual(keys, [...new Set(keys)])
})
