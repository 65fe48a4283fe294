import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { defaultRatingTexts } from "@deskhand/contract/inboxes/rating-texts"
import { type Threading, threadingDesk } from "../../test/mail/threading.ts"
import { findSigningKey } from "../account/queries.ts"
import { sql } from "../db/db.ts"
import { nameOf, type Purpose } from "../email/identity/names.ts"

let on: Threading
let id: number
let threadId: number
let mailId: number
const recipient = "New.Customer@elsewhere.example"

before(async () => {
  on = await threadingDesk()
})
after(() => on.desk.close())
beforeEach(async () => {
  id = await on.open()
  threadId = await on.added(id, "reply", {}, { token: on.tokens.grace })
  mailId = await mailed("reply")
  await on.told(id)
})

async function mailed(kind: string): Promise<number> {
  const row = await on.desk.db.one<{ id: number }>(sql`
    insert into outgoing_mail (inbox_id, kind, conversation_id, thread_id, created_at, due_at, state, sent_at)
    values (${on.ids.inboxes.support}, ${kind}, ${id}, ${threadId}, now(), now(), 'sent', now()) returning id`)
  for (const address of ["another@elsewhere.example", recipient.toLowerCase()])
    await on.desk.db.run(sql`insert into outgoing_recipients (mail_id, address, role, state)
      values (${row.id}, ${address}, 'to', 'sent')`)
  return row.id
}

async function link(purpose: Purpose = "rating"): Promise<string> {
  const key = await findSigningKey(on.desk.db)
  return `/rate/${nameOf(key, { purpose, mailId, conversationId: id, recipient })}`
}

const send = (path: string, fields: Record<string, string>) =>
  on.desk.send("POST", path, {
    body: new URLSearchParams(fields).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  })

const stored = () =>
  on.desk.db.many<{ rating: string; comments: string | null }>(sql`
    select rating, comments, user_id, customer_id = (select customer_id from conversations where id = ${id}) as own
    from ratings where thread_id = ${threadId}`)

const chosen = (body: string) => /value="(\w+)" required checked/.exec(body)?.[1]

describe("GET /rate/{token}", () => {
  test("is a form that works without scripts and lets nothing in", async () => {
    const { status, headers, body } = await on.desk.get(await link())
    assert.equal(status, 200)
    assert.equal(headers.get("content-type"), "text/html; charset=utf-8")
    assert.match(
      headers.get("content-security-policy") ?? "",
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    )
    assert.equal(headers.get("referrer-policy"), "no-referrer")
    assert.equal(headers.get("cache-control"), "private, no-store")
    assert.deepEqual(body.match(/value="\w+"/g), ['value="great"', 'value="okay"', 'value="not_good"'])
    assert.equal(chosen(body), undefined)
    assert.match(body, /prefers-color-scheme: dark/)
    assert.doesNotMatch(body, /<script|Where is it|elsewhere\.example/)
  })

  test("chooses what the link says, and keeps nothing, because programs follow links too", async () => {
    const path = await link()
    for (const rating of ["great", "okay", "not_good"])
      assert.equal(chosen((await on.desk.get(`${path}?rating=${rating}`)).body), rating)
    for (const rating of ["unknown", "x", "", `"><script>`])
      assert.equal(chosen((await on.desk.get(`${path}?rating=${encodeURIComponent(rating)}`)).body), undefined)
    await on.desk.send("HEAD", `${path}?rating=great`)
    assert.deepEqual([await stored(), await on.kinds(id)], [[], []])
    assert.match((await on.desk.get(`${path}?saved=yes`)).body, /How was our answer/)
  })
})

describe("POST /rate/{token}", () => {
  test("keeps the rating, tells of it, and thanks", async () => {
    const path = await link()
    const answer = await send(path, { rating: "great", comments: "  Quick & <kind> 🎉 " })
    assert.deepEqual([answer.status, answer.headers.get("location")], [303, `${on.desk.origin}${path}?saved=yes`])
    assert.match((await on.desk.get(answer.headers.get("location") ?? "")).body, /Thank you/)
    const { grace } = on.ids.users
    assert.deepEqual(await stored(), [{ rating: "great", comments: "Quick & <kind> 🎉", user_id: grace, own: true }])
    const [event, ...more] = await on.told(id)
    assert.deepEqual(
      [event?.kind, event?.user_id, event?.data],
      ["satisfaction.ratings", null, { threadId, rating: "great" }],
    )
    assert.equal(more.length, 0)
    const thread = await on.thread({ id, threadId })
    assert.deepEqual([thread.rating.rating, thread.rating.comments], ["great", "Quick & <kind> 🎉"])
  })

  test("may be changed, and the same again is nothing new", async () => {
    const path = await link()
    await send(path, { rating: "great", comments: "Well" })
    await send(path, { rating: "great", comments: "Well" })
    assert.deepEqual(await on.kinds(id), ["satisfaction.ratings"])
    const { body } = await on.desk.get(path)
    assert.equal(chosen(body), "great")
    assert.match(body, />Well<\/textarea>/)
    assert.equal(chosen((await on.desk.get(`${path}?rating=okay`)).body), "okay")
    await send(path, { rating: "not_good" })
    assert.deepEqual(
      (await stored()).map(({ rating, comments }) => [rating, comments]),
      [["not_good", null]],
    )
    assert.deepEqual(await on.kinds(id), ["satisfaction.ratings"])
  })

  test("without a choice, or with too many words, is the form again, with the words", async () => {
    const path = await link()
    const nothing = await send(path, { comments: "<b>Words</b>" })
    assert.equal(nothing.status, 400)
    assert.match(nothing.body, /role="alert"[\s\S]*&#60;b&#62;Words/)
    assert.equal((await send(path, { rating: "unknown" })).status, 400)
    const long = await send(path, { rating: "okay", comments: "🎉".repeat(5_001) })
    assert.deepEqual([long.status, chosen(long.body)], [400, "okay"])
    assert.deepEqual(await stored(), [])
    assert.equal((await send(path, { rating: "okay", comments: "🎉".repeat(5_000) })).status, 303)
  })

  test("goes on after the conversation was merged, and ends with the reply", async () => {
    const path = await link()
    const into = await on.open()
    await on.desk.send("POST", `/v2/conversations/${into}/merge`, { token: on.ada, body: { conversationIds: [id] } })
    assert.equal((await send(path, { rating: "great" })).status, 303)
    const { conversation } = await on.desk.db.one<{ conversation: number }>(
      sql`select conversation_id as conversation from ratings where thread_id = ${threadId}`,
    )
    assert.equal(conversation, into)
    await on.desk.db.run(sql`delete from threads where id = ${threadId}`)
    assert.equal((await send(path, { rating: "okay" })).status, 404)
  })

  test("is refused for a while when it comes too often", async () => {
    const path = await link()
    for (let times = 0; times < 20; times++) await send(path, { rating: times % 2 ? "okay" : "great" })
    const answer = await send(path, { rating: "great" })
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [429, "text/html; charset=utf-8"])
    assert.ok(Number(answer.headers.get("retry-after")) > 0)
    assert.equal((await stored())[0]?.rating, "okay")
  })
})

describe("a link that somebody made up", () => {
  test("is the same friendly page for all of them, and changes nothing (E13)", async () => {
    const genuine = await link()
    const [name = "", seal = ""] = genuine.split("-")
    const others = [
      `${name}-${seal.replace(/^./, (letter) => (letter === "a" ? "b" : "a"))}`,
      `/rate/s${(mailId + 1_000).toString(36)}-${seal}`,
      `/rate/s${mailId.toString(36)}`,
      `/rate/${mailId}`,
      await link("reply"),
      (await link("message")).replace("/rate/m", "/rate/s"),
      "/rate/%00%0d%0a",
      `/rate/${"s".repeat(200)}`,
    ]
    const pages = new Set<string>()
    for (const path of others) {
      const read = await on.desk.get(`${path}?rating=great`)
      const written = await send(path, { rating: "great" })
      assert.deepEqual([read.status, written.status], [404, 404], path)
      assert.match(read.headers.get("content-type") ?? "", /^text\/html/, path)
      pages.add(read.body).add(written.body)
    }
    assert.equal(pages.size, 1)
    assert.deepEqual([await stored(), await on.kinds(id)], [[], []])
    assert.equal((await on.desk.get(genuine)).status, 200)
  })

  test("is of no other mail than a reply", async () => {
    mailId = await mailed("notification")
    assert.equal((await on.desk.get(await link())).status, 404)
  })

  test("is refused for a while to who tries many", async () => {
    const guess = (index: number) => on.desk.get(`/rate/s${index.toString(36)}-${"a".repeat(26)}`)
    const statuses: number[] = []
    for (let index = 0; index < 70; index++) statuses.push((await guess(index)).status)
    assert.equal(statuses.at(-1), 429)
    assert.equal((await on.desk.get(await link())).status, 200)
  })
})

describe("ratingRequests", () => {
  test("is a setting of the inbox", async () => {
    const path = `/v2/mailboxes/${on.ids.inboxes.support}`
    assert.equal((await on.desk.get(path, on.ada)).body.ratingRequests, false)
    const put = await on.desk.send("PUT", path, { token: on.ada, body: { ratingRequests: true } })
    assert.equal(put.status, 204)
    assert.equal((await on.desk.get(path, on.ada)).body.ratingRequests, true)
  })
})

describe("ratingTexts", () => {
  const path = () => `/v2/mailboxes/${on.ids.inboxes.support}`
  const write = (ratingTexts: object) => on.desk.send("PUT", path(), { token: on.ada, body: { ratingTexts } })
  const read = async () => (await on.desk.get(path(), on.ada)).body.ratingTexts

  test("word the page, as plain text, and change one by one", async () => {
    assert.deepEqual(await read(), defaultRatingTexts)
    const pageQuestion = "Did <b>Anna & Co</b> help?"
    assert.equal((await write({ pageQuestion, thanks: "Bis bald!" })).status, 204)
    assert.equal((await write({ commentLabel: "Tell us more" })).status, 204)
    assert.deepEqual(await read(), {
      ...defaultRatingTexts,
      pageQuestion,
      commentLabel: "Tell us more",
      thanks: "Bis bald!",
    })
    const { body } = await on.desk.get(await link())
    assert.match(body, /<h1>Did &#60;b&#62;Anna &#38; Co&#60;\/b&#62; help\?<\/h1>/)
    assert.match(body, /<label>Tell us more/)
    const sent = await send(await link(), { rating: "okay" })
    assert.match((await on.desk.get(sent.headers.get("location") ?? "")).body, /<p>Bis bald!<\/p>/)
  })

  test("are the defaults again when they are emptied", async () => {
    await write({ pageQuestion: " ", commentLabel: "", thanks: "" })
    assert.deepEqual(await read(), defaultRatingTexts)
    const [row] = await on.desk.db.many(sql`select rating_texts from inboxes where id = ${on.ids.inboxes.support}`)
    assert.deepEqual(row, { rating_texts: {} })
  })
})
