import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { ConversationQuery } from "@deskhand/contract/conversations/conversation"
import fc from "fast-check"
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
} from "../../../test/desk/finding.ts"
import { runs } from "../../../test/property.ts"
import { type Db, sql } from "../../db/db.ts"
import { nobody } from "../rules.ts"
import { filterOf } from "./filter.ts"
import { findConversations } from "./find.ts"
import type { PageLimits } from "./page.ts"

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
const hasWord = (one: Made, matches: (word: string) => boolean) =>
  [...texts(one), one.customer, one.organization].some((words) => words.some(matches))
const ofZoe = (one: Made) => one.customer.includes("zoe")
const since = (from: string, to = "9998-01-01") => {
  const [first, end] = [new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)]
  return (one: Made) => one.createdAt >= first && one.createdAt < end
}
const friendly: fc.Arbitrary<Asked> = fc.constantFrom<Asked[]>(
  { text: "from:zo", holds: ofZoe },
  { text: 'from:"BIRCH zoe"', holds: ofZoe },
  { text: "from:moss.example", holds: ofZoe },
  { text: "customer:zoe@fern", holds: ofZoe },
  { text: "customer:oak", holds: () => false },
  { text: "org:ceda", holds: ofZoe },
  { text: "organization:works", holds: ofZoe },
  { text: "org:*", holds: ofZoe },
  { text: "org:birch", holds: () => false },
  { text: "to:eve@reed.example", holds: (one) => one.domains.includes("reed.example") },
  { text: "to:eve", holds: (one) => one.domains.includes("reed.example") },
  { text: "to:reed.example", holds: (one) => one.domains.includes("reed.example") },
  { text: "to:fern.example", holds: () => false },
  { text: "to:trees@desk.example", holds: (one) => one.inboxId === desk.viewer.inboxIds[1] },
  { text: "in:WOOD", holds: (one) => one.inboxId === desk.viewer.inboxIds[0] },
  { text: "in:closed", holds: (one) => one.status === "closed" && !one.isDraft },
  { text: "in:nowhere", holds: () => false },
  { text: "is:open", holds: (one) => /active|pending/.test(one.status) },
  { text: "is:closed", holds: (one) => one.status === "closed" },
  { text: "is:draft", holds: (one) => one.isDraft },
  { text: "is:(spam OR pending)", holds: (one) => /spam|pending/.test(one.status) },
  { text: "is:unassigned", holds: () => true },
  { text: "is:Mine", holds: () => false },
  { text: "assigned:me", holds: () => false },
  { text: "has:tag", holds: (one) => one.tags.length > 0 },
  { text: "has:attachments", holds: () => false },
  { text: "type:email", holds: () => true },
  { text: "type:phone", holds: () => false },
  { text: "rating:bad", holds: () => false },
  { text: "Rings:50", holds: (one) => one.value === "50" },
  { text: "rings:[51 TO *]", holds: (one) => one.value === "60" },
  { text: '"RINGS":*', holds: (one) => one.value !== undefined },
  { text: "after:2026-01-20", holds: since("2026-01-20") },
  { text: "before:2026-01-20", holds: since("0001-01-01", "2026-01-20") },
  { text: "on:2026-01", holds: since("2026-01-01", "2026-02-01") },
  { text: 'on:"last month"', holds: since("2026-02-01", "2026-03-01") },
  { text: "after:last-monday", holds: since("2026-03-02") },
)
const leaf: fc.Arbitrary<Asked> = fc.oneof(
  word.map((text) => ({ text, holds: (one: Made) => hasWord(one, (word) => word === text) })),
  fc.tuple(word, fc.constantFrom(2, 3)).map(([text, length]) => ({
    text: `${text.slice(0, length)}*`,
    holds: (one: Made) => hasWord(one, (word) => word.startsWith(text.slice(0, length))),
  })),
  word.map((text) => ({
    text: `subject:${text.slice(0, 3)}*`,
    holds: (one: Made) => one.subject.some((word) => word.startsWith(text.slice(0, 3))),
  })),
  word.map((text) => ({ text: `subject:${text}`, holds: (one: Made) => one.subject.includes(text) })),
  word.map((text) => ({
    text: `body:${text.toUpperCase()}`,
    holds: (one: Made) => one.bodies.some((words) => words.includes(text)),
  })),
  fc.tuple(word, word).map((phrase) => ({
    text: `"${phrase.join(" ")}"`,
    holds: (one: Made) => texts(one).some((words) => repeats(words, phrase)),
  })),
  fc.constant({ text: "zoe", holds: (one: Made) => one.customer.includes("zoe") }),
  fc.constant({ text: '"zoe birch"', holds: (one: Made) => one.customer.includes("zoe") }),
  friendly,
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

/** What decides how a page is found, so that each way is taken by lists of so few. */
const limits: fc.Arbitrary<PageLimits> = fc.record({
  near: fc.constantFrom(0, 5, 1_000),
  passedPerFetch: fc.constantFrom(0, 1, 1_000),
  fetchedPerTest: fc.constantFrom(0, 1, 1_000),
  tested: fc.constantFrom(5, 30, 1_000),
})

interface Narrowing {
  query: ConversationQuery
  holds(one: Made): boolean
}

/** Each parameter, alone and with others. */
const narrowings: fc.Arbitrary<Narrowing[]> = fc.array(
  fc.oneof(
    fc.constantFrom(...statuses).map((status) => ({ query: { status }, holds: (one: Made) => one.status === status })),
    fc.constant({ query: { status: "open" as const }, holds: (one: Made) => /active|pending/.test(one.status) }),
    fc.constantFrom(0, 1).map((at) => ({
      query: { mailbox: [at] },
      holds: (one: Made) => one.inboxId === desk.viewer.inboxIds[at],
    })),
    fc.subarray(["wood", "leaf"], { minLength: 1 }).map((tag) => ({
      query: { tag },
      holds: (one: Made) => tag.some((name) => one.tags.includes(name)),
    })),
    fc.constantFrom("50", "60", "70").map((value) => ({
      query: { mailbox: [0], customFieldsByIds: [value] },
      holds: (one: Made) => one.inboxId === desk.viewer.inboxIds[0] && one.value === value,
    })),
    fc.nat(89).map((at) => ({
      query: { number: at },
      holds: (one: Made) => one.number === desk.made[at]?.number,
    })),
    fc.nat(89).map((at) => ({
      query: { modifiedSince: `${at}` },
      holds: (one: Made) => one.modifiedAt > desk.made[at]!.modifiedAt,
    })),
    fc.constant({ query: { assigned_to: nobody }, holds: () => true }),
    fc.constant({
      query: { folderType: "closed" as const },
      holds: (one: Made) => one.status === "closed" && !one.isDraft,
    }),
    fc.constant({ query: { folderType: "drafts" as const }, holds: (one: Made) => one.isDraft }),
  ),
  { maxLength: 2 },
)

/** Numbers in narrowings stand for what this desk has. */
function queryOf(narrowings: Narrowing[], text: string | undefined): ConversationQuery {
  const { viewer, others, fieldId, made } = desk
  const { mailbox, number, modifiedSince, customFieldsByIds, ...query }: ConversationQuery = Object.assign(
    { status: "all" },
    ...narrowings.map((narrowing) => narrowing.query),
  )
  return {
    ...query,
    ...(mailbox && { mailbox: mailbox.map((at) => viewer.inboxIds[at]!) }),
    ...(number !== undefined && { number: made[number]!.number }),
    ...(modifiedSince && { modifiedSince: made[Number(modifiedSince)]!.modifiedAt.toISOString() }),
    ...(customFieldsByIds && { customFieldsByIds: customFieldsByIds.map((value) => `${fieldId}:${value}`) }),
    ...(text !== undefined && { query: text.replaceAll("mine", `${viewer.userId}`).replaceAll("theirs", `${others}`) }),
  }
}

/** A later value of a parameter replaces an earlier one. */
function lastOfEach(narrowings: Narrowing[]): Narrowing[] {
  return narrowings.filter(
    ({ query }, at) =>
      !narrowings.slice(at + 1).some((later) => Object.keys(later.query).some((name) => name in query)),
  )
}

/** Who asks, and what of all that was made they may see. */
const viewers = fc.constantFrom(
  { name: "the author of the drafts", inboxes: 2, sees: () => true },
  { name: "somebody else", inboxes: 2, sees: (one: Made) => !one.isDraft },
  {
    name: "somebody with one inbox",
    inboxes: 1,
    sees: (one: Made) => !one.isDraft && one.inboxId === desk.viewer.inboxIds[0],
  },
)

describe("a list", () => {
  test("has each conversation once, in order, on pages to the last, with the right total", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.option(asked, { nil: undefined }),
        narrowings.map(lastOfEach),
        viewers,
        limits,
        fc.record({ field: anyField, descending: fc.boolean(), size: fc.integer({ min: 3, max: 30 }) }),
        async (asked, narrowings, who, limits, { field, descending, size }) => {
          const { db } = desk
          const viewer = {
            ...desk.viewer,
            userId: who.name.startsWith("the author") ? desk.viewer.userId : desk.others,
            inboxIds: desk.viewer.inboxIds.slice(0, who.inboxes),
          }
          const query: ConversationQuery = {
            ...queryOf(narrowings, asked?.text),
            sortField: field,
            sortOrder: descending ? "desc" : "asc",
          }
          const held = desk.made.filter(
            (one) => who.sees(one) && (asked?.holds(one) ?? true) && narrowings.every(({ holds }) => holds(one)),
          )
          const seen: number[] = []
          for (let number = 1; ; number++) {
            const page = await findConversations({ db, viewer, now }, query, { number, size }, { limits })
            seen.push(...page.ids)
            assert.deepEqual(
              page.versions.map(({ id }) => id),
              page.ids,
            )
            if (!page.estimated) assert.equal(page.total, held.length)
            if (number * size >= page.total) break
          }
          assert.deepEqual(seen, await desk.inOrder(held, { field, descending }))
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

describe("what a query leaves out", () => {
  test("leaves the other inboxes and statuses, or nobody, as parameters would ask for them", async () => {
    const [wood, trees] = desk.viewer.inboxIds
    const asked = async (query: string) => {
      const filter = await filterOf(desk.db, { query, status: "all" }, { viewer: desk.viewer, now })
      const { inboxIds, statuses, assigneeId, search } = filter
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
})

describe("a total that is an estimate", () => {
  const guessing: PageLimits = { near: 0, passedPerFetch: 10, fetchedPerTest: 0, tested: 40 }
  const first = (query: string, limits: PageLimits) =>
    findConversations(
      { db: desk.db, viewer: desk.viewer, now },
      { query, status: "all" },
      { number: 1, size: 5 },
      { limits },
    )

  for (const [query, holds] of Object.entries({
    elm: (one: Made) => texts(one).some((words) => words.includes("elm")),
    [`NOT ${oldWord}`]: (one: Made) => !texts(one).some((words) => words.includes(oldWord)),
  }))
    test(`of ${query} says so, and comes near`, async () => {
      const held = await desk.inOrder(desk.made.filter(holds), { field: "createdAt", descending: true })
      const { ids, total, estimated } = await first(query, guessing)
      assert.deepEqual([ids, estimated], [held.slice(0, 5), true])
      assert.ok(Math.abs(total - held.length) < 0.25 * held.length, `${total} of ${held.length}`)
    })

  test("is none where so few are expected that they are counted", async () => {
    const { total, estimated } = await first("elm", { ...guessing, tested: 1_000 })
    const held = desk.made.filter((one) => texts(one).some((words) => words.includes("elm")))
    assert.deepEqual([total, estimated], [held.length, undefined])
  })
})

describe("the same list asked for at the same time", () => {
  const asking = (db: Db) => () => findConversations({ db, viewer: desk.viewer, now }, {}, { number: 1, size: 5 })

  test("is looked up once, and anew for who asks while that runs", async () => {
    let lookups = 0
    const started = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const db: Db = {
      ...desk.db,
      one: async <Row>(...given: Parameters<Db["one"]>) => {
        lookups++
        started.resolve()
        await held.promise
        return desk.db.one<Row>(...given)
      },
    }
    const ask = asking(db)
    const [one, other] = [ask(), ask()]
    await started.promise
    assert.equal(lookups, 1)
    const later = [ask(), ask()]
    held.resolve()
    assert.equal(await one, await other)
    assert.notEqual(await later[0], await one)
    assert.equal(await later[0], await later[1])
    assert.deepEqual((await later[0])?.ids, (await one).ids)
    assert.equal(lookups, 2)
  })

  test("is looked up again after a failure", async () => {
    let fails = true
    const db: Db = {
      ...desk.db,
      one: <Row>(...given: Parameters<Db["one"]>) =>
        fails ? Promise.reject(new Error("away")) : desk.db.one<Row>(...given),
    }
    const ask = asking(db)
    await Promise.all([assert.rejects(ask(), /away/), assert.rejects(ask(), /away/)])
    fails = false
    assert.equal((await ask()).ids.length, 5)
  })
})

describe("writers at the same time", () => {
  /** Each in a transaction of its own, on the same few conversations. */
  const changes = fc.array(
    fc.record({
      at: fc.nat(2),
      kind: fc.constantFrom("entry", "change", "removal", "tag", "untag", "field", "customer", "reply"),
      value: fc.nat(3),
    }),
    { minLength: 2, maxLength: 8 },
  )

  test("leave every conversation with the words that it has, found at once after each commit", async () => {
    const { db, made, viewer } = desk
    const some = made.filter(({ isDraft }) => !isDraft).slice(-3)
    const customers = await db.many<{ id: number }>(sql`select id from customers order by id`)
    const tags = await db.many<{ id: number }>(sql`select id from tags order by id`)
    const entry = (value: number) => 900_000_000 + value
    let turn = 0
    await fc.assert(
      fc.asyncProperty(changes, async (changes) => {
        turn++
        const begun = changes.map(async ({ at, kind, value }, index) => {
          const { id } = some[at]!
          const word = `q${turn}x${index}`
          await db.transaction(async (db) => {
            // As every writer does first.
            await db.run(sql`select from conversations where id = ${id} for update`)
            switch (kind) {
              case "entry":
              case "change":
                return db.run(sql`insert into search_entries values (${id}, ${entry(value)}, ${`${word}:1`}::tsvector)
                  on conflict (conversation_id, thread_id) do update set words = excluded.words`)
              case "removal":
                return db.run(
                  sql`delete from search_entries where conversation_id = ${id} and thread_id = ${entry(value)}`,
                )
              case "tag":
                return db.run(sql`insert into conversation_tags (conversation_id, tag_id)
                  values (${id}, ${tags[value % tags.length]!.id}) on conflict do nothing`)
              case "untag":
                return db.run(sql`delete from conversation_tags where conversation_id = ${id}
                  and tag_id = ${tags[value % tags.length]!.id}`)
              case "field":
                return db.run(sql`insert into conversation_fields values (${id}, ${desk.fieldId}, ${`${value}`})
                  on conflict (conversation_id, field_id) do update set value = excluded.value`)
              case "customer":
                return db.run(sql`update conversations set customer_id = ${customers[value % customers.length]!.id}
                  where id = ${id}`)
              case "reply":
                return db.run(sql`update threads set created_by_id = ${value < 2 ? desk.others : viewer.userId}
                  where conversation_id = ${id} and type = 'message'`)
            }
          })
          if (kind !== "entry") return
          const found = await findConversations(
            { db, viewer, now },
            { query: word, status: "all" },
            { number: 1, size: 5 },
          )
          // Somebody may have replaced it by now.
          const { stays } = await db.one<{ stays: boolean }>(sql`
            select exists (select from search_entries where conversation_id = ${id} and words @@ ${word}::tsquery) as stays`)
          if (stays) assert.deepEqual(found.ids, [id])
        })
        await Promise.all(begun)
        const wrong = await db.many(sql`
          select conversation_id, words, document_words(conversation_id) from search_documents
          where words <> document_words(conversation_id)`)
        assert.deepEqual(wrong, [])
      }),
      { numRuns: runs(40) },
    )
  })
})

describe("a page far down a text search", () => {
  const ask = (query: ConversationQuery, number: number) => {
    const { db, viewer } = desk
    return findConversations({ db, viewer, now }, { status: "all", ...query }, { number, size: 5 }, { deepest: 20 })
  }

  test("is refused where more match than such a search shows, and says what to do", async () => {
    await assert.rejects(ask({ query: "elm" }, 5), {
      status: 400,
      message:
        "Bad request: page is beyond the first 20 conversations that a text search shows; add a status, an inbox, a time or another word to the search",
    })
    assert.equal((await ask({ query: "elm" }, 4)).ids.length, 5)
  })

  test("is empty where fewer match", async () => {
    const { ids, total } = await ask({ query: "elm subject:alder body:birch tag:wood" }, 5)
    assert.ok(total < 20, `${total}`)
    assert.deepEqual(ids, [])
  })

  test("is shown where no text is looked for", async () => {
    assert.equal((await ask({}, 5)).ids.length, 5)
    assert.equal((await ask({ query: "tag:leaf OR status:active" }, 5)).ids.length, 5)
  })
})
