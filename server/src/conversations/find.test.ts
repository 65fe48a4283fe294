import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { SortField } from "@deskhand/contract/conversation"
import fc from "fast-check"
import { type Db, openDatabase, raw, type Sql, sql } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { insertConversation } from "../seed/insert/conversations.ts"
import { insertCustomer } from "../seed/insert/customers.ts"
import { insertInbox } from "../seed/insert/inboxes.ts"
import { findOrInsertTag } from "../seed/insert/tags.ts"
import { fromCustomer, type NewThread, reply } from "../seed/insert/threads.ts"
import { type TestDatabase, testDatabase } from "../testing/database.ts"
import { filterOf } from "./filter.ts"
import { findConversationIds } from "./find.ts"
import type { FindLimits } from "./looked.ts"
import { findPlainPage } from "./plain-pages.ts"
import { listVersions } from "./queries.ts"
import { countWeeks, sumOf } from "./weeks.ts"

const now = new Date("2026-03-04T05:06:07.891Z")
const vocabulary = "alder birch cedar dogwood elm".split(" ")
const statuses = ["active", "pending", "closed", "spam"] as const

/** What a conversation was made of, for a reference that knows nothing of the database. */
interface Made {
  id: number
  number: number
  createdAt: Date
  subject: string[]
  /** Of threads that are no drafts. */
  bodies: string[][]
  status: string
  tags: string[]
  repliers: number[]
}

let database: TestDatabase
let viewer: Viewer
let others: number
let made: Made[]

before(async () => {
  database = await testDatabase()
  made = await makeDesk()
  // So that statistics tell how common the words are.
  await database.db.run(sql`analyze searched_conversations`)
})
after(() => database.drop())

/** A tree with its text and what it means. */
interface Asked {
  text: string
  holds(conversation: Made): boolean
}

/** Common, and in none of the newest. */
const oldWord = "yew"
const word = fc.constantFrom(...vocabulary, oldWord)
const repeats = (words: string[], phrase: string[]) =>
  words.some((_, at) => phrase.every((part, index) => words[at + index] === part))
const texts = ({ subject, bodies }: Made) => [subject, ...bodies]
const leaf: fc.Arbitrary<Asked> = fc.oneof(
  word.map((text) => ({ text, holds: (one: Made) => texts(one).some((words) => words.includes(text)) })),
  word.map((text) => ({ text: `subject:${text}`, holds: (one: Made) => one.subject.includes(text) })),
  word.map((text) => ({
    text: `body:${text.toUpperCase()}`,
    holds: (one: Made) => one.bodies.some((words) => words.includes(text)),
  })),
  fc.tuple(word, word).map((phrase) => ({
    text: `"${phrase.join(" ")}"`,
    holds: (one: Made) => texts(one).some((words) => repeats(words, phrase)),
  })),
  fc.constant({ text: "fern", holds: () => false }),
  fc.constant({ text: "tag:wood", holds: (one: Made) => one.tags.includes("wood") }),
  fc.constant({ text: "email:ann@wood.example", holds: () => true }),
  fc.constantFrom(...statuses).map((status) => ({
    text: `status:${status}`,
    holds: (one: Made) => one.status === status,
  })),
  fc.constantFrom(true, false).map((mine) => ({
    text: `replyUserIds:${mine ? "mine" : "theirs"}`,
    holds: (one: Made) => one.repliers.includes(mine ? viewer.userId : others),
  })),
)
const { asked } = fc.letrec<{ asked: Asked }>((tie) => ({
  asked: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.tuple(tie("asked"), tie("asked")).map(([one, other]) => ({
      text: `(${one.text} AND ${other.text})`,
      holds: (each: Made) => one.holds(each) && other.holds(each),
    })),
    fc.tuple(tie("asked"), tie("asked")).map(([one, other]) => ({
      text: `(${one.text} OR ${other.text})`,
      holds: (each: Made) => one.holds(each) || other.holds(each),
    })),
    tie("asked").map((one) => ({ text: `NOT ${one.text}`, holds: (each: Made) => !one.holds(each) })),
  ),
}))

const sortKeys: Partial<Record<SortField, string>> = {
  createdAt: "created_at",
  modifiedAt: "modified_at",
  number: "number",
  waitingSince: "waiting_since",
  subject: "subject_key",
  customerName: "customer_name_key",
  mailboxid: "inbox_id, created_at",
  status: "status, created_at",
}
const anyField = fc.constantFrom(...(Object.keys(sortKeys) as SortField[]))
const limits = fc.oneof(
  fc.constant<FindLimits>({ sample: 1, soon: 30, readPerTest: 0, tested: 0, few: 1_000, counted: 1_000, gathered: 0 }),
  fc.constant<FindLimits>({ sample: 1, soon: 30, readPerTest: 0, tested: 0, few: 0, counted: 1_000, gathered: 0 }),
  fc.constant<FindLimits>({ sample: 1, soon: 30, readPerTest: 0, tested: 0, few: 0, counted: 1_000, gathered: 1_000 }),
  fc.constant<FindLimits>({ sample: 1, soon: 30, readPerTest: 0, tested: 0, few: 0, counted: 0, gathered: 0 }),
  fc.record({
    sample: fc.integer({ min: 1, max: 30 }),
    soon: fc.nat(60),
    readPerTest: fc.constantFrom(0, 20),
    tested: fc.nat(60),
    few: fc.nat(20),
    counted: fc.constantFrom(0, 1_000),
    gathered: fc.constantFrom(0, 1_000),
  }),
)

describe("a search, however it is looked for", () => {
  test("gives each conversation once, in order, and ends with the right total", async () => {
    await fc.assert(
      fc.asyncProperty(
        asked,
        limits,
        anyField,
        fc.boolean(),
        fc.integer({ min: 3, max: 30 }),
        async ({ text, holds }, limits, field, descending, size) => {
          const query = text.replaceAll("mine", `${viewer.userId}`).replaceAll("theirs", `${others}`)
          const filter = await filterOf(
            database.db,
            { query, status: "all" },
            { viewer, modifiedSince: undefined, now },
          )
          const list = { filter, order: { field, descending }, viewer, size }
          const seen: number[] = []
          let page = await findConversationIds(database.db, { ...list, skip: 0 }, limits)
          for (let skip = 0; ; skip += size) {
            if (skip > 0) page = await findConversationIds(database.db, { ...list, skip }, limits)
            seen.push(...page.ids)
            if (!page.estimated) assert.equal(page.total, made.filter(holds).length, query)
            if (skip + size >= page.total) break
          }
          assert.equal(page.estimated, undefined)
          assert.deepEqual(seen, await inOrder(made.filter(holds), { field, descending }), query)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe("the first page of a search by age", () => {
  /** Statements that a page takes once it is known how common words are. */
  async function statementsFor(query: string, limits?: Partial<FindLimits>) {
    const { db } = database
    let statements = 0
    const counting: Db = {
      ...db,
      many: <Row>(statement: Sql) => {
        statements++
        return db.many<Row>(statement)
      },
      one: <Row>(statement: Sql) => {
        statements++
        return db.one<Row>(statement)
      },
    }
    const filter = await filterOf(db, { query, status: "all" }, { viewer, modifiedSince: undefined, now })
    const list = { filter, order: { field: "createdAt", descending: true }, viewer, skip: 0, size: 5 } as const
    const find = () => findConversationIds(counting, list, { ...usual, ...limits })
    await find()
    statements = 0
    const page = await find()
    if (page.versions) assert.deepEqual(page.versions, await listVersions(db, page.ids), query)
    return { page, statements }
  }

  const usual: FindLimits = {
    sample: 200,
    soon: 500,
    readPerTest: 0,
    tested: 3_000,
    few: 10_000,
    counted: 80_000,
    gathered: 60_000,
  }
  const held = (query: Asked) => made.filter(query.holds)
  const hasWord = (word: string) => ({
    text: word,
    holds: (one: Made) => texts(one).some((words) => words.includes(word)),
  })
  const both = { text: "elm tag:wood", holds: (one: Made) => hasWord("elm").holds(one) && one.tags.includes("wood") }
  const phrase = (...phrase: string[]) => ({
    text: `"${phrase.join(" ")}"`,
    holds: (one: Made) => texts(one).some((words) => repeats(words, phrase)),
  })

  for (const [name, query] of Object.entries({
    "a common word": hasWord("elm"),
    "a word that is nowhere": { text: "fern", holds: () => false },
    "a phrase": phrase("dogwood", "elm"),
    "a phrase whose words stand apart": phrase("cedar", "elm"),
    "a word and a tag": both,
  }))
    test(`takes one statement for ${name}, and knows the total`, async () => {
      const expected = await inOrder(held(query), { field: "createdAt", descending: true })
      for (const readPerTest of [0, 20]) {
        const { page, statements } = await statementsFor(query.text, { readPerTest })
        assert.deepEqual([statements, page.versions?.length], [1, page.ids.length])
        assert.deepEqual([page.ids, page.total, page.estimated], [expected.slice(0, 5), expected.length, undefined])
      }
    })

  for (const [name, query] of Object.entries({ "a word": hasWord("elm"), "a phrase": phrase("dogwood", "elm") }))
    test(`takes one statement for ${name} that too many have to count them, and says that it guesses`, async () => {
      const limits = { sample: 60, tested: 0, counted: 0 }
      const { page, statements } = await statementsFor(query.text, limits)
      assert.deepEqual([statements, page.versions?.length], [1, page.ids.length])
      const expected = await inOrder(held(query), { field: "createdAt", descending: true })
      assert.deepEqual([page.ids, page.estimated], [expected.slice(0, 5), true])
      assert.ok(Math.abs(page.total - expected.length) < 0.25 * expected.length, `${page.total} of ${expected.length}`)
    })

  test("takes a second statement to test all of so few", async () => {
    const query = phrase("dogwood", "elm")
    const { page, statements } = await statementsFor(query.text, { sample: 10, tested: 90, few: 0, counted: 0 })
    assert.equal(statements, 2)
    assert.deepEqual([page.total, page.estimated], [held(query).length, undefined])
  })

  for (const counted of [0, 80_000])
    test(`is looked for among all where the newest do not have it, ${counted === 0 ? "un" : ""}counted`, async () => {
      const { page } = await statementsFor(oldWord, { tested: 0, sample: 1, counted })
      const expected = await inOrder(held(hasWord(oldWord)), { field: "createdAt", descending: true })
      assert.deepEqual(page.ids, expected.slice(0, 5))
      if (counted > 0) assert.deepEqual([page.total, page.estimated], [expected.length, undefined])
    })

  test("has nothing of a tag that is not there, whatever is searched for", async () => {
    for (const query of ["elm tag:fern", '"dogwood elm" tag:fern']) {
      const { page } = await statementsFor(query, { sample: 1, tested: 0, few: 0, counted: 0 })
      assert.deepEqual([page.ids, page.total], [[], 0])
    }
  })

  test("is found in the folder of deleted ones, which the index of words does not have", async () => {
    const removed = held(hasWord("elm"))[0]!
    const undo = new Error("Nothing of this stays")
    const deleting = database.db.transaction(async (db) => {
      await db.run(sql`update conversations set state = 'deleted' where id = ${removed.id}`)
      const filter = await filterOf(db, { query: "elm", status: "all" }, { viewer, modifiedSince: undefined, now })
      const list = { filter: { ...filter, folder: "deleted" as const }, viewer, skip: 0, size: 5 }
      const order = { field: "createdAt", descending: true } as const
      const page = await findConversationIds(db, { ...list, order }, { ...usual, sample: 0, tested: 0 })
      assert.deepEqual(page.ids, [removed.id])
      throw undo
    })
    await assert.rejects(deleting, undo)
  })
})

/** One end of a range, at one of the conversations. */
const end = fc.option(fc.record({ at: fc.nat(89), included: fc.boolean() }), { nil: undefined })
const range = fc.record({ field: fc.constantFrom("number", "id", "createdAt" as const), from: end, to: end })
type Range = typeof range extends fc.Arbitrary<infer Given> ? Given : never

const second = 1_000
const secondOf = ({ createdAt }: Made) => Math.floor(createdAt.getTime() / second)

function asRange({ field, from, to }: Range): Asked {
  const placeOf = (one: Made) => (field === "createdAt" ? secondOf(one) : one[field])
  const textOf = (one: Made) =>
    field === "createdAt" ? new Date(secondOf(one) * second).toISOString().replace(".000", "") : `${one[field]}`
  const [first, last] = [from && made[from.at]!, to && made[to.at]!]
  return {
    text: [
      `${field}:${from?.included === false ? "{" : "["}${first ? textOf(first) : "*"}`,
      `${last ? textOf(last) : "*"}${to?.included === false ? "}" : "]"}`,
    ].join(" TO "),
    holds: (one) =>
      (first === undefined || placeOf(one) > placeOf(first) || (from!.included && placeOf(one) === placeOf(first))) &&
      (last === undefined || placeOf(one) < placeOf(last) || (to!.included && placeOf(one) === placeOf(last))),
  }
}

const anyStatus = fc.constantFrom("all", "open", "closed" as const)
const ranges = fc.oneof(
  fc.constant<Range[]>([]),
  fc.array(range, { minLength: 1, maxLength: 1 }),
  fc.array(range, { minLength: 2, maxLength: 2 }),
)

describe("a list, however far its pages are", () => {
  test("gives each conversation once, in order, also when most of those before a page are counted", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyStatus,
        ranges,
        fc.constantFrom<string[] | undefined>(undefined, ["leaf"], ["leaf", "wood"]),
        fc.record({ field: anyField, descending: fc.boolean() }),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(10),
        async (status, ranges, tag, order, size, walked) => {
          const { db } = database
          const { filter, held } = await ranged(status, ranges, tag)
          const seen: number[] = []
          for (let skip = 0; skip === 0 || skip < held.length; skip += size) {
            const page = await findConversationIds(db, { filter, order, viewer, size, skip, walked })
            assert.equal(page.total, held.length)
            assert.equal(page.estimated, undefined)
            seen.push(...page.ids)
          }
          assert.deepEqual(seen, await inOrder(held, order))
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe("the weeks of a list", () => {
  test("have as many as there are, settled or not, and are not told where too many would be counted", async () => {
    await fc.assert(
      fc.asyncProperty(anyStatus, ranges, fc.boolean(), async (status, ranges, isSettled) => {
        const { db } = database
        if (isSettled) await db.run(sql`select settle_counts()`)
        else for (const _ of ["there", "back"]) await db.run(changingPlaces)
        const { filter, held } = await ranged(status, ranges)
        const expected = Map.groupBy(held, ({ createdAt }) => Math.floor(createdAt.getTime() / (7 * 86_400_000)))
        const counts = (await countWeeks(db, { filter, viewer }, 90))!.filter(({ amount }) => amount !== 0)
        assert.deepEqual(
          new Map(counts.map(({ week, amount }) => [week, amount])),
          new Map([...expected].map(([week, { length }]) => [week, length])),
        )
        const undivided = await countWeeks(db, { filter, viewer }, -1)
        assert.equal(
          undivided === undefined,
          ranges.some(({ field }) => field !== "createdAt"),
        )
      }),
      { numRuns: 200 },
    )
  })

  test("go along when conversations change places", async () => {
    const { db } = database
    await db.run(changingPlaces)
    for (const number of [made[20]!.number, made[60]!.number]) {
      const about = { viewer, modifiedSince: undefined, now }
      const filter = await filterOf(db, { status: "active", query: `number:[* TO ${number}]` }, about)
      const held = made.filter((one) => one.status === "closed" && one.number <= number)
      assert.equal(sumOf((await countWeeks(db, { filter, viewer }))!), held.length)
    }
    await db.run(changingPlaces)
  })
})

describe("a page of a plain list", () => {
  test("is the one that counting and sorting would give, near or far, with the versions of what is on it", async () => {
    const tags = fc.option(fc.constantFrom<string[]>(["leaf"], ["wood"], ["wood", "leaf"]), { nil: undefined, freq: 2 })
    const newestFirst = fc.constant<{ field: SortField; descending: boolean }>({ field: "createdAt", descending: true })
    const size = fc.integer({ min: 1, max: 30 })
    const place = fc.record({ skip: fc.oneof(fc.constant(0), fc.nat(95)), size, isSettled: fc.boolean() })
    const limits = fc.record({ walked: fc.constantFrom(0, 20, 1_000), weeks: fc.constantFrom(1, 45, 1_000) })
    const kinds = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        anyStatus,
        tags,
        fc.oneof(newestFirst, fc.record({ field: anyField, descending: fc.boolean() })),
        place,
        limits,
        async (status, tag, order, { skip, size, isSettled }, limits) => {
          const { db } = database
          if (isSettled) await db.run(sql`select settle_counts()`)
          else for (const _ of ["there", "back"]) await db.run(changingPlaces)
          const { filter, held } = await ranged(status, [], tag)
          const page = await findPlainPage(db, { filter, viewer, order, skip, size }, limits)
          kinds.add(page === undefined ? "none" : skip === 0 ? "first" : skip <= limits.walked ? "near" : "far")
          if (page === undefined) return
          assert.equal(page.total, held.length)
          assert.deepEqual(page.ids, (await inOrder(held, order)).slice(skip, skip + size))
          assert.deepEqual(page.versions, await listVersions(db, page.ids))
        },
      ),
      { numRuns: 400 },
    )
    assert.deepEqual([...kinds].toSorted(), ["far", "first", "near", "none"])
  })
})

describe("the first page of a plain list", () => {
  test("is planned once for all inboxes, statuses, tags and people, though it was first asked for by few", async () => {
    // Costs that are compared must come of the same statistics.
    const tables = await database.db.many<{ name: string }>(sql`
      select format('%I', tablename) as name from pg_tables where schemaname = 'public'`)
    for (const { name } of tables) await database.db.run(sql`alter table ${raw(name)} set (autovacuum_enabled = false)`)
    await database.db.run(sql`analyze`)
    const db = openDatabase({ url: database.url, connections: 1, prepared: true, statementTimeoutMs: 5_000 })
    const about = { viewer, modifiedSince: undefined, now }
    const few = { status: "spam", mailbox: viewer.inboxIds.slice(1) } as const
    const many = { status: "closed", mailbox: viewer.inboxIds.slice(0, 1) } as const
    for (const asked of [{}, { tag: ["wood"] }, { assigned_to: viewer.userId }])
      for (let time = 0; time < 20; time++) {
        const filter = await filterOf(db, { ...(time < 5 ? few : many), ...asked }, about)
        await findPlainPage(db, { filter, viewer, order: { field: "createdAt", descending: true }, skip: 0, size: 25 })
      }
    const plans = await db.many(sql`
      select custom_plans as anew, generic_plans as kept from pg_prepared_statements where statement like '%with held as materialized%' and statement not like '%prepared%'`)
    await db.close()
    assert.deepEqual(
      plans,
      Array.from({ length: 3 }, () => ({ anew: 5, kept: 15 })),
    )
  })
})

const changingPlaces = sql`update conversations set
  status = case status when 'active' then 'closed' else 'active' end,
  closed_at = case status when 'active' then created_at end
  where status in ('active', 'closed')`

/** The filter, and what it should find. */
async function ranged(status: "all" | "open" | "closed", ranges: Range[], tag?: string[]) {
  const parts = ranges.map(asRange)
  const query = parts.length === 0 ? {} : { query: parts.map(({ text }) => text).join(" ") }
  const about = { viewer, modifiedSince: undefined, now }
  const filter = await filterOf(database.db, { status, ...query, ...(tag && { tag }) }, about)
  const held = made.filter(
    (one) =>
      filter.statuses.some((each) => each === one.status) &&
      (tag === undefined || tag.some((name) => one.tags.includes(name))) &&
      parts.every(({ holds }) => holds(one)),
  )
  return { filter, held }
}

async function inOrder(
  conversations: Made[],
  { field, descending }: { field: SortField; descending: boolean },
): Promise<number[]> {
  const direction = descending ? "desc" : "asc"
  const by = `${sortKeys[field]}, id`.split(", ").map((key) => `${key} ${direction} nulls last`)
  const ids = conversations.map(({ id }) => id)
  const rows = await database.db.many<{ id: number }>(sql`
    select id from conversations where id = any(${ids}::bigint[]) order by ${raw(by.join(", "))}`)
  return rows.map(({ id }) => id)
}

/** Two inboxes, 90 conversations of few words, some with drafts in them and some drafts themselves. */
async function makeDesk(): Promise<Made[]> {
  const { db } = database
  const user = (name: string) => sql`
    insert into users (type, first_name, last_name, email, role, initials, mention)
    values ('user', ${name}, 'Tester', ${`${name}@wood.example`}, 'admin', 'TT', ${name}) returning id`
  const userId = (await db.one<{ id: number }>(user("ada"))).id
  others = (await db.one<{ id: number }>(user("bob"))).id
  const inboxIds = [
    await insertInbox(db, { name: "Wood", email: "wood@desk.example", createdAt: now }),
    await insertInbox(db, { name: "Trees", email: "trees@desk.example", createdAt: now }),
  ]
  viewer = { userId, role: "admin", scope: "full", inboxIds }
  const customerId = await insertCustomer(db, {
    firstName: "Ann",
    createdAt: now,
    emails: [{ value: "Ann@wood.example", type: "work" }],
  })
  const tagIds = new Map<string, number>()
  for (const name of ["wood", "leaf"]) {
    const { id } = await findOrInsertTag(db, { name, slug: name, color: "#112233", createdAt: now })
    tagIds.set(name, id)
  }
  const conversations: Made[] = []
  // The same desk every time, with every mixture of what may occur.
  const pick = (seed: number, share: number) => (seed * 7_919) % 100 < share
  for (let index = 0; index < 90; index++) {
    const some = (salt: number) =>
      vocabulary.filter((_, at) => pick(index * 31 + at * 17 + salt * 101 + 3, 22 + at * 6))
    // Nearly by age, two of each moment, in ten weeks.
    const age = 90 - Math.floor((index - (index % 10) + ((index * 3) % 10)) / 2)
    const at = (minutes: number) => new Date(now.getTime() - age * 36 * 3_600_000 + minutes * 60_000)
    const state = index % 30 === 7 ? "draft" : "published"
    const author = index % 3 === 0 ? others : userId
    const threads: Record<string, NewThread> = {
      first: state === "draft" ? reply(userId, at(0), "", { state }) : fromCustomer(at(0), some(1).join(" ")),
    }
    if (index % 2 === 0)
      threads["answer"] = reply(author, at(5), some(2).join(" "), { state: index % 8 === 0 ? "draft" : "published" })
    const status = statuses[index % 4]!
    const subject = [...some(0), ...(index < 45 ? [oldWord] : [])]
    const tags = [...(index % 6 === 0 ? ["wood"] : []), ...(index % 4 < 2 ? ["leaf"] : [])]
    const { id, number } = await insertConversation(db, {
      inboxId: inboxIds[index % 5 === 0 ? 1 : 0]!,
      customerId,
      subject: subject.join(" "),
      status,
      state,
      tagIds: tags.map((name) => tagIds.get(name)!),
      threads,
    })
    const published = Object.values(threads).filter((thread) => thread.state !== "draft")
    conversations.push({
      id,
      number,
      createdAt: at(0),
      subject,
      bodies: published.map(({ body = "" }) => body.split(" ")),
      status,
      tags,
      repliers: published.flatMap(({ type, createdById }) => (type === "message" && createdById ? [createdById] : [])),
    })
  }
  return conversations
}
