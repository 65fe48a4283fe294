import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, test } from "node:test"
import { check, type Found } from "./checker.ts"
import { type Attempt, Journal, readJournal } from "./journal.ts"
import { nothing, operations, type Pieces } from "./operations.ts"

const [creation] = operations
const target = { inboxId: 1, conversationId: 2 }
const whole = creation?.leaves ?? nothing

const attempt = (token: string, ...ids: number[]): Attempt => ({
  token,
  operation: creation?.name ?? "",
  target,
  acknowledged: ids.map((id) => ({ id, location: `/v2/conversations/${id}` })),
})

const found = (changes: Partial<Pieces> = {}, ids = [7]): Found => ({ pieces: { ...whole, ...changes }, ids })

const complaintsAbout = (given: Attempt, stored?: Found) =>
  check([given], new Map(stored ? [[given.token, stored]] : []), operations).map(({ wrong }) => wrong)

describe("the checker", () => {
  test("finds nothing wrong with what is whole or absent", () => {
    assert.deepEqual(complaintsAbout(attempt("a", 7), found()), [])
    assert.deepEqual(complaintsAbout(attempt("a", 7, 7), found()), [], "answered twice")
    assert.deepEqual(complaintsAbout(attempt("a"), found()), [], "stored, and the answer was lost")
    assert.deepEqual(complaintsAbout(attempt("a")), [], "neither stored nor answered")
  })

  test("misses what was acknowledged", () => {
    assert.deepEqual(complaintsAbout(attempt("a", 7)), ["lost"])
  })

  test("sees what is there twice", () => {
    const doubled = Object.fromEntries(Object.entries(whole).map(([kind, amount]) => [kind, 2 * amount]))
    assert.deepEqual(complaintsAbout(attempt("a", 7), found(doubled, [7, 8])), ["twice"])
    assert.deepEqual(complaintsAbout(attempt("a", 7), found({ events: 2 })), ["twice"])
  })

  test("sees half a conversation, whichever part is missing", () => {
    for (const [kind, amount] of Object.entries(whole))
      if (amount > 0)
        for (const acknowledged of [[], [7]])
          assert.deepEqual(
            complaintsAbout(attempt("a", ...acknowledged), found({ [kind]: amount - 1 })),
            ["half"],
            kind,
          )
  })

  test("sees an answer that named another one", () => {
    assert.deepEqual(complaintsAbout(attempt("a", 8), found()), ["another"])
    assert.deepEqual(complaintsAbout(attempt("a", 7, 8), found()), ["another"])
  })

  test("sees what nobody sent", () => {
    assert.deepEqual(
      check([], new Map([["stranger", found()]]), operations).map(({ token, wrong }) => [token, wrong]),
      [["stranger", "uninvited"]],
    )
  })
})

describe("the journal", () => {
  test("gives back what was meant and what was promised", async () => {
    const folder = await mkdtemp(join(tmpdir(), "deskhand-journal-"))
    try {
      const journal = await Journal.open(join(folder, "journal"))
      const attempts = [attempt("a", 7, 7), attempt("b"), attempt("c", 9)]
      await Promise.all(attempts.map((each) => journal.intend(each)))
      for (const { token, acknowledged } of attempts)
        for (const each of acknowledged) await journal.acknowledge(token, each)
      await journal.close()
      assert.deepEqual(new Set(await readJournal(journal.path)), new Set(attempts))
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
