import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "../db/db.ts"
import { scenarioDesk } from "../testing/desk.ts"
import { startTidying } from "./search-tidy.ts"

test("new words are sorted into the index before somebody has to", async () => {
  const { desk } = await scenarioDesk()
  /** How many pages there were to sort in. */
  const sortIn = async () =>
    (await desk.db.one<{ pages: number }>(sql`select gin_clean_pending_list('words_of_conversations') as pages`)).pages
  const write = () => desk.db.run(sql`update searched_conversations set version = version + 1`)
  await write()
  assert.ok((await sortIn()) > 0)
  await write()
  const tidying = startTidying(desk.db, { error: assert.fail })
  // It waits for the turn under way.
  await tidying.stop()
  assert.equal(await sortIn(), 0)
  await desk.close()
})
