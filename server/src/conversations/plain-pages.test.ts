import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import fc from "fast-check"
import { openDatabase, raw, sql } from "../db/db.ts"
import { type Asked, anyField, type FindingDesk, findingDesk, type Made, now, type Order } from "../testing/finding.ts"
import { runs } from "../testing/property.ts"
import { patienceMs } from "../testing/until.ts"
import { countConversations } from "./count.ts"
import { filterOf } from "./filter.ts"
import { findConversationIds } from "./find.ts"
import { findPlainPage } from "./plain-pages.ts"
import { listVersions } from "./queries.ts"
import { changedDuring, countChanged, countWeeks, sumOf } from "./weeks.ts"

let desk: FindingDesk
before(async () => {
  desk = await findingDesk()
})
after(() => desk.drop())

/** One end of a range, at one of the conversations. */
const end = fc.option(fc.record({ at: fc.nat(89), included: fc.boolean() }), { nil: undefined })
const rangeOf = <Field extends string>(...fields: Field[]) =>
  fc.record({ field: fc.constantFrom(...fields), from: end, to: end })
const lasting = rangeOf("number", "id", "createdAt")
const changing = rangeOf("modifiedAt")
const range = fc.oneof({ arbitrary: lasting, weight: 3 }, changing)
type Range = typeof range extends fc.Arbitrary<infer Given> ? Given : never

const second = 1_000
const secondOf = (moment: Date) => Math.floor(moment.getTime() / second)

function asRange({ field, from, to }: Range): Asked {
  const isMoment = field === "createdAt" || field === "modifiedAt"
  const placeOf = (one: Made) => (isMoment ? secondOf(one[field]) : one[field])
  const textOf = (one: Made) =>
    isMoment ? new Date(secondOf(one[field]) * second).toISOString().replace(".000", "") : `${one[field]}`
  const [first, last] = [from && desk.made[from.at]!, to && desk.made[to.at]!]
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
const upToTwo = <Given extends Range>(one: fc.Arbitrary<Given>) =>
  fc.oneof(
    fc.constant<Given[]>([]),
    fc.array(one, { minLength: 1, maxLength: 1 }),
    fc.array(one, { minLength: 2, maxLength: 2 }),
  )

describe("a list, however far its pages are", () => {
  test("gives each conversation once, in order, also when most of those before a page are counted", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyStatus,
        upToTwo(range),
        fc.constantFrom<string[] | undefined>(undefined, ["leaf"], ["leaf", "wood"]),
        fc.record({ field: anyField, descending: fc.boolean() }),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(10),
        async (status, ranges, tag, order, size, walked) => {
          const { db, viewer } = desk
          const { filter, held } = await ranged(status, ranges, tag)
          const seen: number[] = []
          for (let skip = 0; skip === 0 || skip < held.length; skip += size) {
            const page = await findConversationIds(db, { filter, order, viewer, size, skip, walked })
            assert.equal(page.total, held.length)
            assert.equal(page.estimated, undefined)
            seen.push(...page.ids)
          }
          assert.deepEqual(seen, await desk.inOrder(held, order))
        },
      ),
      { numRuns: runs(8) },
    )
  })
})

describe("the weeks of a list", () => {
  test("have as many as there are, settled or not, and are not told where too many would be counted", async () => {
    await fc.assert(
      fc.asyncProperty(anyStatus, upToTwo(lasting), fc.boolean(), async (status, ranges, isSettled) => {
        const { db, viewer } = desk
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
      { numRuns: runs(6) },
    )
  })

  test("go along when conversations change places", async () => {
    const { db, viewer } = desk
    await db.run(changingPlaces)
    for (const number of [desk.made[20]!.number, desk.made[60]!.number]) {
      const about = { viewer, modifiedSince: undefined, now }
      const filter = await filterOf(db, { status: "active", query: `number:[* TO ${number}]` }, about)
      const held = desk.made.filter((one) => one.status === "closed" && one.number <= number)
      assert.equal(sumOf((await countWeeks(db, { filter, viewer }))!), held.length)
    }
    await db.run(changingPlaces)
  })
})

describe("what was changed last in a range of time", () => {
  test("is counted by weeks, settled or not", async () => {
    const anyRange = fc.oneof(
      changing,
      // Whole weeks are inside of it, and the first one is divided.
      changing.map((given) => ({ ...given, to: undefined })),
    )
    await fc.assert(
      fc.asyncProperty(anyStatus, anyRange, fc.boolean(), async (status, range, isSettled) => {
        const { db, viewer } = desk
        if (isSettled) await db.run(sql`select settle_counts()`)
        else for (const days of [21, -21]) await db.run(changedLater(days))
        const { filter, held } = await ranged(status, [range])
        assert.equal(await countConversations(db, filter, viewer), held.length)
      }),
      { numRuns: runs(8) },
    )
  })

  test("is counted by weeks only if the range contains a whole one", async () => {
    const included = (at: number) => ({ at, included: true })
    for (const [from, to, isCounted] of [
      [included(0), undefined, true],
      [undefined, included(89), true],
      [included(40), included(40), false],
    ] as const) {
      const { filter } = await ranged("all", [{ field: "modifiedAt", from, to }])
      const counted = countChanged(filter, { range: changedDuring(filter)!, condition: sql`` })
      assert.equal(counted !== undefined, isCounted)
    }
  })

  test("also by a parameter, which leaves out its own moment", async () => {
    const { db, viewer } = desk
    for (const { modifiedAt } of desk.made) {
      const filter = await filterOf(db, { status: "all" }, { viewer, modifiedSince: modifiedAt, now })
      const held = desk.made.filter((one) => one.modifiedAt > modifiedAt)
      assert.equal(await countConversations(db, filter, viewer), held.length)
    }
    const [one] = desk.made
    const thursday = new Date("2026-01-01T00:00:00Z")
    const changedThen = (moment: Date) =>
      db.run(sql`update conversations set modified_at = ${moment} where id = ${one!.id}`)
    const countSince = async (moment: Date) => {
      const filter = await filterOf(db, { status: "all" }, { viewer, modifiedSince: moment, now })
      return countConversations(db, filter, viewer)
    }
    // The first moment of a week.
    await changedThen(thursday)
    assert.equal((await countSince(new Date(+thursday - 1))) - (await countSince(thursday)), 1)
    await changedThen(one!.modifiedAt)
  })
})

describe("a page of a plain list", () => {
  const newestFirst = fc.constant<Order>({ field: "createdAt", descending: true })
  const anyOrder = fc.record({ field: anyField, descending: fc.boolean() })
  const noTag = fc.constant(undefined)
  const oneTag = fc.constantFrom<string[]>(["leaf"], ["wood"])
  const twoTags = fc.constant<string[]>(["wood", "leaf"])
  const firstPlace = fc.constant(0)
  const laterPlace = fc.integer({ min: 1, max: 95 })
  /** Every list here has more conversations than this. */
  const filledPlace = fc.integer({ min: 1, max: 15 })
  const all = 1_000
  const general = {
    status: anyStatus,
    tag: fc.oneof(noTag, oneTag, twoTags),
    order: fc.oneof(newestFirst, anyOrder),
    skip: fc.oneof(firstPlace, laterPlace),
    size: fc.integer({ min: 1, max: 30 }),
    isSettled: fc.boolean(),
    limits: fc.record({ walked: fc.constantFrom(0, 20, all), weeks: fc.constantFrom(1, 45, all) }),
  }
  type PageCase = {
    [Part in keyof typeof general]: (typeof general)[Part] extends fc.Arbitrary<infer One> ? One : never
  }

  async function findAndCheck({ status, tag, order, skip, size, isSettled, limits }: PageCase): Promise<boolean> {
    const { db, viewer } = desk
    if (isSettled) await db.run(sql`select settle_counts()`)
    else for (const _ of ["there", "back"]) await db.run(changingPlaces)
    const { filter, held } = await ranged(status, [], tag)
    const page = await findPlainPage(db, { filter, viewer, order, skip, size }, limits)
    if (page === undefined) return false
    assert.equal(page.total, held.length)
    assert.deepEqual(page.ids, (await desk.inOrder(held, order)).slice(skip, skip + size))
    assert.deepEqual(page.versions, await listVersions(db, page.ids))
    return true
  }

  test("is the one that counting and sorting would give, with the versions of what is on it", async () => {
    const check = async (drawn: PageCase) => void (await findAndCheck(drawn))
    await fc.assert(fc.asyncProperty(fc.record(general), check), { numRuns: runs(6) })
  })

  const kinds: Record<string, { isFound: boolean; drawn: fc.Arbitrary<PageCase> }> = {
    first: { isFound: true, drawn: fc.record({ ...general, tag: noTag, skip: firstPlace }) },
    "first of a tag": {
      isFound: true,
      drawn: fc.record({ ...general, tag: oneTag, order: newestFirst, skip: firstPlace }),
    },
    near: {
      isFound: true,
      drawn: fc.record({
        ...general,
        tag: fc.oneof(noTag, oneTag),
        order: newestFirst,
        skip: laterPlace,
        limits: fc.constant({ walked: all, weeks: all }),
      }),
    },
    far: {
      isFound: true,
      drawn: fc.record({
        ...general,
        tag: noTag,
        order: newestFirst,
        skip: filledPlace,
        limits: fc.constant({ walked: 0, weeks: all }),
      }),
    },
    "far of a tag": {
      isFound: false,
      drawn: fc.record({
        ...general,
        tag: oneTag,
        skip: laterPlace,
        limits: fc.constant({ walked: 0, weeks: all }),
      }),
    },
    "of several tags": { isFound: false, drawn: fc.record({ ...general, tag: twoTags }) },
  }
  for (const [kind, { isFound, drawn }] of Object.entries(kinds))
    test(`${isFound ? "is found" : "is left to others"}: ${kind}`, async () => {
      const check = async (one: PageCase) => assert.equal(await findAndCheck(one), isFound)
      await fc.assert(fc.asyncProperty(drawn, check), { numRuns: runs(3) })
    })
})

describe("the first page of a plain list", () => {
  test("is planned once for all inboxes, statuses, tags and people, though it was first asked for by few", async () => {
    const { viewer } = desk
    // Costs that are compared must come of the same statistics.
    const tables = await desk.db.many<{ name: string }>(sql`
      select format('%I', tablename) as name from pg_tables where schemaname = 'public'`)
    for (const { name } of tables) await desk.db.run(sql`alter table ${raw(name)} set (autovacuum_enabled = false)`)
    await desk.db.run(sql`analyze`)
    const limits = { statementTimeoutMs: patienceMs, connectTimeoutMs: patienceMs }
    const db = openDatabase({ url: desk.url, connections: 1, prepared: true, ...limits })
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

const changedLater = (days: number) => sql`
  update conversations set modified_at = modified_at + make_interval(days => ${days}::integer)`

/** The filter, and what it should find. */
async function ranged(status: "all" | "open" | "closed", ranges: Range[], tag?: string[]) {
  const parts = ranges.map(asRange)
  const query = parts.length === 0 ? {} : { query: parts.map(({ text }) => text).join(" ") }
  const about = { viewer: desk.viewer, modifiedSince: undefined, now }
  const filter = await filterOf(desk.db, { status, ...query, ...(tag && { tag }) }, about)
  const held = desk.made.filter(
    (one) =>
      filter.statuses.some((each) => each === one.status) &&
      (tag === undefined || tag.some((name) => one.tags.includes(name))) &&
      parts.every(({ holds }) => holds(one)),
  )
  return { filter, held }
}
