import assert from "node:assert/strict"
import { test } from "node:test"
import { afterSeeing, readRecent } from "./recent-conversations.ts"

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z`

test("the last opened comes first, each once, and only so many are kept", () => {
  let kept = ""
  for (let id = 1; id <= 9; id++) kept = afterSeeing(kept, { id, seen: at(id) }, true)
  kept = afterSeeing(kept, { id: 5, seen: at(10) }, true)
  assert.deepEqual(
    readRecent(kept).map(({ id }) => id),
    [5, 9, 8, 7, 6, 4, 3],
  )
  assert.equal(readRecent(kept)[0]?.seen, at(10))
})

test("what is seen while it is open stays where it is", () => {
  const kept = [3, 2, 1].reduceRight((before, id) => afterSeeing(before, { id, seen: at(id) }, true), "")
  const after = readRecent(afterSeeing(kept, { id: 2, seen: at(20) }, false))
  assert.deepEqual(
    after.map(({ id }) => id),
    readRecent(kept).map(({ id }) => id),
  )
  assert.equal(after.find(({ id }) => id === 2)?.seen, at(20))
})

test("what was kept by nobody of us is left out", () => {
  assert.deepEqual(readRecent("nonsense 4@yesterday @ 12@2026-01-01T00:00:00Z <b>"), [
    { id: 12, seen: "2026-01-01T00:00:00Z" },
  ])
})
