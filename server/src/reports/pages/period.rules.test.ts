import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { nearestWhole, type Piece, piecesOf, wholeAndRest } from "./period.ts"

const unit = 24

const boundaries = fc
  .uniqueArray(fc.integer({ min: -200, max: 400 }), { minLength: 2, maxLength: 12 })
  .map((moments) => moments.toSorted((one, other) => one - other).map((moment) => new Date(moment)))

/** How often each moment of a step is counted. */
function counted(pieces: Piece[], bucket: number, moment: number): number {
  return pieces.filter(
    (piece) => piece.bucket === bucket && piece.from.getTime() <= moment && moment < piece.to.getTime(),
  ).length
}

describe("a period in whole units and the rest", () => {
  test("counts every moment of a step once, and no other", () => {
    fc.assert(
      fc.property(boundaries, fc.boolean(), (boundaries, nearest) => {
        const pieces = piecesOf(boundaries)
        const { whole, rest, over } = { over: [], ...(nearest ? nearestWhole : wholeAndRest)(pieces, unit) }
        for (const piece of pieces)
          for (let moment = -250; moment < 450; moment++) {
            const of = (parts: Piece[]) => counted(parts, piece.bucket, moment)
            assert.equal(of(whole) + of(rest) - of(over), of([piece]), `${moment}`)
          }
        for (const { from, to } of whole)
          assert.deepEqual([from.getTime() % unit, to.getTime() % unit].map(Math.abs), [0, 0])
      }),
    )
  })

  test("to the nearest, looks closely at half a unit on either side at most", () => {
    fc.assert(
      fc.property(boundaries, (boundaries) => {
        const { whole, rest, over } = nearestWhole(piecesOf(boundaries), unit)
        for (const { bucket, from, to } of [...rest, ...over])
          if (whole.some((piece) => piece.bucket === bucket)) assert.ok(to.getTime() - from.getTime() <= unit / 2)
      }),
    )
  })
})
