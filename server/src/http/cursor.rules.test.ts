import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { DeskError } from "../errors.ts"
import { openCursor, type Seal, writeCursor } from "./cursor.ts"

const seal = { key: Buffer.alloc(32, 7), of: ["/v3/things", { name: "a" }] }
const position = { createdAt: new Date("2026-03-04T05:06:07.891Z"), id: 42 }

function readCursor(text: string, seal: Seal) {
  const cursor = openCursor(text)
  cursor.prove(seal)
  return cursor.position
}

function refused(text: string, other = seal): void {
  assert.throws(
    () => readCursor(text, other),
    (error) => error instanceof DeskError && error.status === 400 && error.fields[0]?.path === "cursor",
    text,
  )
}

describe("cursors", () => {
  test("give back the position that they were made from, to the millisecond", () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date(-1e14), max: new Date(1e14) }),
        fc.maxSafeNat(),
        (createdAt, id) => {
          assert.deepEqual(readCursor(writeCursor({ createdAt, id }, seal), seal), { createdAt, id })
        },
      ),
    )
  })

  test("are refused with any letter changed, left out or added", () => {
    const cursor = writeCursor(position, seal)
    for (let at = 0; at < cursor.length; at++) {
      refused(cursor.slice(0, at) + (cursor[at] === "A" ? "B" : "A") + cursor.slice(at + 1))
      refused(cursor.slice(0, at) + cursor.slice(at + 1))
      refused(`${cursor.slice(0, at)}.${cursor.slice(at)}`)
    }
    for (const text of ["", "x", "null", `${cursor}=`, `${cursor}A`, "A".repeat(64)]) refused(text)
  })

  test("are refused before they are proved where no row can be there", () => {
    for (const far of [{ createdAt: new Date(2e14) }, { createdAt: new Date(-2e14) }, { id: 2 ** 60 }])
      assert.throws(() => openCursor(writeCursor({ ...position, ...far }, seal)), DeskError)
  })

  test("are refused with another key, another list or other filters", () => {
    const cursor = writeCursor(position, seal)
    refused(cursor, { ...seal, key: Buffer.alloc(32, 8) })
    refused(cursor, { ...seal, of: ["/v3/others", { name: "a" }] })
    refused(cursor, { ...seal, of: ["/v3/things", { name: "b" }] })
  })
})
