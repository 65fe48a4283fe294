import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { ConversationQuery } from "@deskhand/contract/conversation"
import fc from "fast-check"
import { type Db, type Sql, sql } from "../db/db.ts"
import {
  type Asked,
  anyField,
  type FindingDesk,
  findingDesk,
  type Made,
  now,
  oldWord,
  statuses,
  vocabulary,
} from "../testing/finding.ts"
import { runs } from "../testing/property.ts"
import { type ConversationOrder, filterOf } from "./filter.ts"
import { findConversationIds } from "./find.ts"
import { one } from "./index-query.ts"
import type { FindLimits } from "./looked.ts"
import { listVersions } from "./queries.ts"
import { nobody } from "./rules.ts"
import { listMatchesByAge } from "./search-weeks.ts"
import { sourcesOf } from "./walks.ts"

let desk: FindingDesk
before(async () => {
  desk = await findingDesk()
})
after(() => desk.drop())

const word = fc.constantFrom(...vocabulary, oldWord)
const repeats = (words: string[], phrase: string[]) =>
  words.some((_, at) => phrase.every((part, index) => words[at + index] === part))
const texts = ({ subject, bodies }: Made) => [subject, ...bodies]
const domain: fc.Arbitrary<Asked> = fc
  .tuple(fc.constantFrom("", "@", "*@"), fc.constantFrom("wood", "fern", "moss", "reed", "oak"))
  .map(([sign, name]) => ({
    text: `email:${sign}${name}.Example`,
    holds: (one: Made) => one.domains.includes(`${name}.example`),
  }))
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
  fc.constant({ text: "tag:*", holds: (one: Made) => one.tags.length > 0 }),
  fc.constant({ text: "tag:Leaf", holds: (one: Made) => one.tags.includes("leaf") }),
  fc.constant({ text: "tag:fern", holds: () => false }),
  fc.constant({ text: "replyUserIds:*", holds: (one: Made) => one.repliers.length > 0 }),
  fc.constant({ text: "email:*", holds: () => true }),
  fc.constant({ text: "email:ann@wood.example", holds: (one: Made) => one.domains.includes("wood.example") }),
  domain,
  fc.constantFrom(...statuses).map((status) => ({
    text: `status:${status}`,
    holds: (one: Made) => one.status === status,
  })),
  fc.constantFrom(true, false).map((mine) => ({
    text: `replyUserIds:${mine ? "mine" : "theirs"}`,
    holds: (one: Made) => one.repliers.includes(mine ? desk.viewer.userId : desk.others),
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

const exact: FindLimits = {
  sample: 1,
  soon: 30,
  readPerTest: 0,
  tested: 0,
  together: 1,
  few: 0,
  counted: 1_000,
  gathered: 0,
  passedPerSorted: 1_000,
  walked: 1_000,
}
const limits = fc.oneof(
  fc.constant<FindLimits>({ ...exact, few: 1_000 }),
  fc.constant(exact),
  fc.constant<FindLimits>({ ...exact, gathered: 1_000 }),
  fc.constant<FindLimits>({ ...exact, counted: 0 }),
  fc.record({
    sample: fc.integer({ min: 1, max: 30 }),
    soon: fc.nat(60),
    readPerTest: fc.constantFrom(0, 20),
    tested: fc.nat(60),
    together: fc.constantFrom(1, 10, 1_000),
    few: fc.nat(20),
    counted: fc.constantFrom(0, 1_000),
    gathered: fc.constantFrom(0, 1_000),
    passedPerSorted: fc.constantFrom(0, 2.5, 1_000),
    walked: fc.constantFrom(0, 1_000),
  }),
)

interface Narrowed {
  scope?: Pick<ConversationQuery, "status" | "mailbox">
  size?: number
  order?: ConversationOrder
}

interface Scope {
  scope: Pick<ConversationQuery, "status" | "mailbox">
  holdsScope(conversation: Made): boolean
}

const everywhere: Scope = { scope: { status: "all" }, holdsScope: () => true }

function oneCell(): Scope {
  const [inboxId] = desk.viewer.inboxIds
  return {
    scope: { status: "active", mailbox: [inboxId!] },
    holdsScope: (one) => one.status === "active" && one.inboxId === inboxId,
  }
}

const leftOut: fc.Arbitrary<Asked> = fc.array(leaf, { minLength: 1, maxLength: 2 }).map((parts) => ({
  text: parts.map(({ text }) => `NOT ${text}`).join(" "),
  holds: (one: Made) => parts.every((part) => !part.holds(one)),
}))

describe("a search, however it is looked for", () => {
  test("gives each conversation once, in order, and ends with the right total", async () => {
    await findsExactly(asked)
  })

  test("so does one for what is not there", async () => {
    await findsExactly(leftOut)
  })

  test("so does one for a domain", async () => {
    await findsExactly(domain)
  })

  async function findsExactly(asked: fc.Arbitrary<Asked>): Promise<void> {
    await fc.assert(
      fc.asyncProperty(
        asked,
        limits,
        anyField,
        fc.boolean(),
        fc.record({ size: fc.integer({ min: 3, max: 30 }), isNarrow: fc.boolean() }),
        async ({ text, holds }, limits, field, descending, { size, isNarrow }) => {
          const { db, viewer, others } = desk
          const query = text.replaceAll("mine", `${viewer.userId}`).replaceAll("theirs", `${others}`)
          const { scope, holdsScope } = isNarrow ? oneCell() : everywhere
          const held = desk.made.filter((one) => holds(one) && holdsScope(one))
          const filter = await filterOf(db, { query, ...scope }, { viewer, modifiedSince: undefined, now })
          const list = { filter, order: { field, descending }, viewer, size }
          const seen: number[] = []
          let page = await findConversationIds(db, { ...list, skip: 0 }, limits)
          for (let skip = 0; ; skip += size) {
            if (skip > 0) page = await findConversationIds(db, { ...list, skip }, limits)
            seen.push(...page.ids)
            if (!page.estimated) assert.equal(page.total, held.length, query)
            if (skip + size >= page.total) break
          }
          assert.equal(page.estimated, undefined)
          assert.deepEqual(seen, await desk.inOrder(held, { field, descending }), query)
        },
      ),
      { numRuns: runs(15) },
    )
  }
})

describe("what a query leaves out", () => {
  const newest = { field: "createdAt", descending: true } as const
  const filterFor = (query: string) =>
    filterOf(desk.db, { query, status: "all" }, { viewer: desk.viewer, modifiedSince: undefined, now })
  const find = async (query: string, limits: FindLimits) => {
    const { db, viewer } = desk
    return findConversationIds(db, { filter: await filterFor(query), order: newest, viewer, skip: 20, size: 5 }, limits)
  }

  test("leaves the other inboxes and statuses, or nobody, as parameters would ask for them", async () => {
    const [wood, trees] = desk.viewer.inboxIds
    const asked = async (query: string) => {
      const { inboxIds, statuses, assigneeId, search } = await filterFor(query)
      return { inboxIds, statuses, assigneeId, rest: search?.query }
    }
    const all = { inboxIds: [wood, trees], statuses, assigneeId: undefined, rest: undefined }
    assert.deepEqual(await asked("NOT status:closed"), { ...all, statuses: ["active", "pending", "spam"] })
    assert.deepEqual(await asked("NOT status:(closed OR SPAM)"), { ...all, statuses: ["active", "pending"] })
    assert.deepEqual(await asked("NOT mailbox:Wood"), { ...all, inboxIds: [trees] })
    assert.deepEqual(await asked(`NOT mailboxid:${trees} NOT status:active`), {
      ...all,
      inboxIds: [wood],
      statuses: ["pending", "closed", "spam"],
    })
    assert.deepEqual(await asked("NOT assigned:*"), { ...all, assigneeId: nobody })
    assert.equal((await asked("NOT tag:wood")).rest?.kind, "not")
  })

  for (const [query, holds] of Object.entries({
    "NOT tag:wood": ({ tags }: Made) => !tags.includes("wood"),
    "NOT tag:wood NOT tag:leaf": ({ tags }: Made) => tags.length === 0,
  }))
    test(`${query} is counted, however common the tag is, and read from the weeks that hold the page`, async () => {
      const held = await desk.inOrder(desk.made.filter(holds), newest)
      const { ids, total, estimated } = await find(query, { ...exact, counted: query.includes("leaf") ? 1_000 : 0 })
      assert.deepEqual([ids, total, estimated], [held.slice(20, 25), held.length, undefined])
    })

  test("tells by its share how many there are of the rest, where nothing counts them: the newest say nothing of it", async () => {
    const held = desk.made.filter((one) => !texts(one).some((words) => words.includes(oldWord)))
    const { total, estimated } = await find(`NOT ${oldWord}`, { ...exact, counted: 0 })
    assert.equal(estimated, true)
    assert.ok(Math.abs(total - held.length) < 0.25 * held.length, `${total} of ${held.length}`)
  })
})

describe("any tag", () => {
  test("is counted by the index of words: the newest, which may have none, say nothing of the rest", async () => {
    const { db, viewer } = desk
    const filter = await filterOf(db, { query: "tag:*", status: "all" }, { viewer, modifiedSince: undefined, now })
    const order = { field: "createdAt", descending: true } as const
    const page = await findConversationIds(db, { filter, order, viewer, skip: 0, size: 3 }, exact)
    const held = desk.made.filter(({ tags }) => tags.length > 0)
    assert.deepEqual([page.total, page.estimated], [held.length, undefined])
    assert.deepEqual(page.ids, (await desk.inOrder(held, order)).slice(0, 3))
  })
})

describe("a word that too many have to count them", () => {
  for (const field of ["mailboxid", "status"] as const)
    for (const descending of [true, false])
      test(`by ${field}, ${descending ? "down" : "up"}: counts only what comes before the page`, async () => {
        const { db, viewer } = desk
        const filter = await filterOf(db, { query: "elm", status: "all" }, { viewer, modifiedSince: undefined, now })
        const held = desk.made.filter((one) => texts(one).some((words) => words.includes("elm")))
        const list = { filter, order: { field, descending }, viewer, size: 5 }
        const seen: number[] = []
        for (let skip = 0; skip < held.length; skip += list.size)
          seen.push(...(await findConversationIds(db, { ...list, skip }, { ...exact, counted: 0 })).ids)
        assert.deepEqual(seen, await desk.inOrder(held, list.order))
      })
})

describe("tags and values of fields, however they are looked for", () => {
  const tags = fc.constantFrom<string[]>(["wood"], ["leaf"], ["wood", "leaf"]).map((names) => ({
    query: { tag: names },
    fields: [],
    holds: (one: Made) => names.some((name) => one.tags.includes(name)),
  }))
  const values = fc.constantFrom("50", "60", "70").map((value) => ({
    query: {},
    fields: [value],
    holds: (one: Made) => one.value === value,
  }))

  test("give each conversation once, in order, with the right total", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(tags, values),
        limits,
        anyField,
        fc.boolean(),
        fc.record({ size: fc.integer({ min: 3, max: 30 }), isNarrow: fc.boolean() }),
        async ({ query, fields, holds }, limits, field, descending, { size, isNarrow }) => {
          const { db, viewer, fieldId } = desk
          const { scope, holdsScope } = isNarrow ? oneCell() : everywhere
          const held = desk.made.filter((one) => holds(one) && holdsScope(one))
          const asked = await filterOf(db, { ...query, ...scope }, { viewer, modifiedSince: undefined, now })
          const filter = { ...asked, fields: fields.map((value) => ({ fieldId, values: [value] })) }
          const list = { filter, order: { field, descending }, viewer, size }
          const seen: number[] = []
          for (let skip = 0; skip === 0 || skip < held.length; skip += size) {
            const { ids, total } = await findConversationIds(db, { ...list, skip }, limits)
            seen.push(...ids)
            assert.equal(total, held.length)
          }
          assert.deepEqual(seen, await desk.inOrder(held, { field, descending }))
        },
      ),
      { numRuns: runs(15) },
    )
  })
})

describe("the first page of a search", () => {
  /** Statements that a page takes once it is known how common words are. */
  async function statementsFor(
    query: string,
    limits?: Partial<FindLimits>,
    { scope = {}, size = 5, order = { field: "createdAt", descending: true } }: Narrowed = {},
  ) {
    const { db, viewer } = desk
    const statements: Sql[] = []
    const noting: Db = {
      ...db,
      many: <Row>(statement: Sql) => {
        statements.push(statement)
        return db.many<Row>(statement)
      },
      one: <Row>(statement: Sql) => {
        statements.push(statement)
        return db.one<Row>(statement)
      },
    }
    const filter = await filterOf(db, { query, status: "all", ...scope }, { viewer, modifiedSince: undefined, now })
    const list = { filter, order, viewer, skip: 0, size }
    const find = () => findConversationIds(noting, list, { ...usual, ...limits })
    await find()
    statements.length = 0
    const page = await find()
    if (page.versions) assert.deepEqual(page.versions, await listVersions(db, page.ids), query)
    return { page, statements: statements.length, texts: statements.map(({ text }) => text) }
  }

  const usual: FindLimits = {
    sample: 200,
    soon: 500,
    readPerTest: 0,
    tested: 3_000,
    together: 20_000,
    few: 10_000,
    counted: 80_000,
    gathered: 60_000,
    passedPerSorted: 2.5,
    walked: 1_000,
  }
  const held = (query: Asked) => desk.made.filter(query.holds)
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
      const expected = await desk.inOrder(held(query), { field: "createdAt", descending: true })
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
      const expected = await desk.inOrder(held(query), { field: "createdAt", descending: true })
      assert.deepEqual([page.ids, page.estimated], [expected.slice(0, 5), true])
      assert.ok(Math.abs(page.total - expected.length) < 0.25 * expected.length, `${page.total} of ${expected.length}`)
    })

  test("of what is left out, in another order, is gathered where so many would be tested", async () => {
    const order = { field: "subject", descending: false } as const
    const limits = { sample: 1, tested: 0, counted: 0, gathered: 0 }
    for (const [readPerTest, isGathered] of [
      [0, false],
      [20, true],
    ] as const) {
      const { texts } = await statementsFor("NOT cedar", { ...limits, readPerTest }, { size: 30, order })
      assert.equal(
        texts.some((text) => text.includes("gathered")),
        isGathered,
      )
    }
  })

  test("walks a common tag beside the inbox and status that are asked for", async () => {
    const { scope, holdsScope } = oneCell()
    const limits = { sample: 1, tested: 0, counted: 0 }
    const { page, statements } = await statementsFor(both.text, limits, { scope, size: 2 })
    const expected = await desk.inOrder(held(both).filter(holdsScope), { field: "createdAt", descending: true })
    assert.deepEqual([page.ids, page.estimated, statements], [expected.slice(0, 2), true, 1])
  })

  test("hides from the planner what is looked for and where, so that it need not plan anew", async () => {
    for (const query of ["elm", "elm tag:wood"])
      for (const limits of [{ soon: 0 }, { readPerTest: 0 }, { tested: 0, counted: 0 }]) {
        const { texts } = await statementsFor(query, limits, { scope: oneCell().scope, size: 2 })
        assert.equal(texts.length, 1)
        assert.doesNotMatch(texts[0]!, /(?<!\(select )\$\d/)
      }
  })

  test("guesses no total of a list that is short enough to be counted", async () => {
    const { page } = await statementsFor("elm", { sample: 1, counted: 0 })
    assert.deepEqual([page.total, page.estimated], [held(hasWord("elm")).length, undefined])
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
      const expected = await desk.inOrder(held(hasWord(oldWord)), { field: "createdAt", descending: true })
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
    const { viewer } = desk
    const removed = held(hasWord("elm"))[0]!
    const undo = new Error("Nothing of this stays")
    const deleting = desk.db.transaction(async (db) => {
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

describe("a far page by age of what the index finds", () => {
  test("counts more weeks where the first do not hold it, and none twice", async () => {
    const { db, viewer } = desk
    const filter = await filterOf(db, { query: oldWord, status: "all" }, { viewer, modifiedSince: undefined, now })
    const asked: number[] = []
    const noting: Db = {
      ...db,
      many: <Row>(statement: Sql) => {
        const isCount = statement.text.includes("sum(amount)")
        const weeks = statement.values.filter((value) => Array.isArray(value) && value[0] > 2_000)
        if (isCount) asked.push(...new Set(weeks.flat() as number[]))
        return db.many<Row>(statement)
      },
    }
    const held = desk.made.filter(({ subject }) => subject.includes(oldWord))
    const order = { field: "createdAt", descending: true } as const
    // None of the newest have it, and it is said to be in all.
    const list = { filter, order, viewer, skip: 10, size: 5, total: held.length }
    const ids = await listMatchesByAge(noting, list, { index: one(`/${oldWord}`), share: 1 })
    assert.deepEqual(ids, (await desk.inOrder(held, order)).slice(10, 15))
    assert.ok(asked.length > 2, `${asked.length} weeks were asked for`)
    assert.deepEqual(asked, [...new Set(asked)])
  })
})

describe("what has changed lately", () => {
  test("is fetched and sorted, up to tens of thousands; in its own order it is walked", async () => {
    const { db, viewer } = desk
    const filter = await filterOf(db, { status: "all" }, { viewer, modifiedSince: now, now })
    const countSources = async (field: "createdAt" | "subject" | "modifiedAt", total: number) =>
      (await sourcesOf(db, { filter, order: { field, descending: true }, viewer, total, skip: 0, size: 25 })).length
    const walks = viewer.inboxIds.length * statuses.length
    assert.deepEqual([await countSources("createdAt", 60_000), await countSources("subject", 60_000)], [2, 2])
    assert.equal(await countSources("createdAt", 60_001), walks + 1)
    assert.equal(await countSources("modifiedAt", 60_000), walks + 1)
  })
})
