import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import fc from "fast-check"
import PostalMime from "postal-mime"
import { customerEmail } from "../../../../test/desk/creating.ts"
import { type Mailing, mailingDesk } from "../../../../test/mail/mailing.ts"
import { headerOf, headersOf } from "../../../../test/peers/smtp.ts"
import { runs } from "../../../../test/property.ts"
import { sql } from "../../../db/db.ts"
import { bodyOf } from "../../templates/page.ts"
import { textOf } from "../../templates/text.ts"
import { rawOf } from "./message.ts"

let on: Mailing

before(async () => {
  on = await mailingDesk({ replyDomain: "reply.desk.example" })
})
after(() => on.close())
afterEach(async () => {
  on.relay.taken.length = 0
  await on.desk.db.run(sql`truncate outgoing_mail, outgoing_recipients, automatic_mail, mail_messages cascade`)
})

const sent = async () => {
  await on.mail()
  const { raw = "" } = on.relay.taken.at(-1) ?? {}
  return { raw, mail: await PostalMime.parse(Buffer.from(raw, "latin1")) }
}
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)

/** As if it had come by mail. */
const came = (threadId: number, messageId: string, facts: object) =>
  on.desk.db.run(sql`
    insert into mail_messages (inbox_id, via, storage_key, size_bytes, received_at, message_id, outcome, settled_at,
      conversation_id, thread_id, facts)
    select inbox_id, 'api', 'x', 1, now(), ${messageId}, 'stored', now(), c.id, t.id, ${JSON.stringify(facts)}
    from conversations c join threads t on t.conversation_id = c.id where t.id = ${threadId}`)
const customerWrites = async (id: number, email: string, text = "Secret of a stranger") => {
  const answer = await on.desk.send("POST", `/v2/conversations/${id}/customer`, {
    token: on.ada,
    body: { text, customer: { email } },
  })
  return Number(answer.headers.get("resource-id"))
}

describe("a reply as it is mailed", () => {
  test("has text and markup, the inbox's signature once, and names that lead back", async () => {
    await on.desk.db.run(
      sql`update inboxes set signature = '<p>Your <b>support</b></p>' where id = ${on.ids.inboxes.support}`,
    )
    const { id } = await on.replied({ text: "<p>Hello <script>x()</script><b>you</b></p><ul><li>one</li></ul>" })
    const { raw, mail } = await sent()
    assert.match(mail.html ?? "", /Hello <b>you<\/b>/)
    assert.doesNotMatch(mail.html ?? "", /script/)
    assert.match(mail.text ?? "", /^Hello you\n\n- one\n/)
    assert.equal((mail.html ?? "").split("Your <b>support</b>").length, 2)
    assert.match(headerOf(raw, "reply-to") ?? "", /^r[0-9a-z]+-[a-z2-7]{26}@reply\.desk\.example$/)
    assert.match(headerOf(raw, "message-id") ?? "", /^<m[0-9a-z]+-[a-z2-7]{26}@scenario\.example>$/)
    assert.equal(new Date(mail.date ?? "").getTime(), Math.floor(on.desk.clock.now.getTime() / 1_000) * 1_000)
    const names = headersOf(raw).map(([name]) => name)
    assert.deepEqual(
      names.filter((name) => /^(list-|precedence|auto-submitted|bcc)/.test(name)),
      [],
    )
    await on.reply(id, { text: "And\nmore" })
    const next = await sent()
    assert.match(next.mail.html ?? "", /And<br>more/)
    const [before, own] = (headerOf(next.raw, "references") ?? "").split(" ")
    assert.equal(before, headerOf(raw, "message-id"))
    assert.match(own ?? "", /^<t[0-9a-z]+-[a-z2-7]{26}@scenario\.example>$/)
    assert.equal(headerOf(next.raw, "in-reply-to"), headerOf(raw, "message-id"))
    assert.equal(next.mail.subject, "Re: Order 4711 is late")
  })

  test("answers what came last, and names the newest twenty", async () => {
    const id = await on.fresh()
    const threadIds: number[] = []
    for (let count = 1; count <= 22; count++) {
      threadIds.push(await customerWrites(id, customerEmail))
      await came(threadIds.at(-1) ?? 0, `n${count}@elsewhere.example`, { sender: customerEmail })
    }
    await came(threadIds.at(-1) ?? 0, "broken> \r\nBcc: x", { sender: customerEmail })
    await on.reply(id)
    const { raw } = await sent()
    const references = (headerOf(raw, "references") ?? "").split(" ")
    assert.deepEqual(
      [references.length, references[0], references.at(-2)],
      [20, "<n4@elsewhere.example>", "<n22@elsewhere.example>"],
    )
    assert.equal(headerOf(raw, "in-reply-to"), "<n22@elsewhere.example>")
    assert.equal(headerOf(raw, "bcc"), undefined)
  })

  test("brings what is attached, shows pictures where the text does, and says what does not come along", async () => {
    const attachments = [
      { fileName: "Rechnung März.pdf", mimeType: "application/pdf", data: Buffer.from("%PDF").toString("base64") },
      { fileName: "pixel.png", mimeType: "image/png", data: png.toString("base64") },
      { fileName: "bad.exe", mimeType: "application/octet-stream", data: "TVo=" },
    ]
    const { id, threadId } = await on.replied({ text: "x", attachments })
    const rows = await on.desk.db.many<{ id: number }>(
      sql`select id from attachments where thread_id = ${threadId} order by id`,
    )
    const [, picture, virus] = rows
    await on.desk.db.run(sql`update attachments set state = 'virus' where id = ${virus?.id}`)
    const src = `https://desk.example/v2/conversations/${id}/attachments/${picture?.id}/file`
    await on.desk.db.run(sql`update threads set body = ${`<p>See <img src="${src}"></p>`} where id = ${threadId}`)
    const { mail } = await sent()
    assert.deepEqual(
      mail.attachments.map(({ filename, disposition }) => [filename, disposition]),
      [
        ["pixel.png", "inline"],
        ["Rechnung März.pdf", "attachment"],
      ],
    )
    const [inline, pdf] = mail.attachments
    assert.deepEqual(Buffer.from(inline?.content as ArrayBuffer), png)
    assert.equal(Buffer.from(pdf?.content as ArrayBuffer).toString(), "%PDF")
    assert.match(mail.html ?? "", new RegExp(`src="cid:${inline?.contentId?.slice(1, -1)}"`))
    assert.match(mail.text ?? "", /The file “bad\.exe” is not attached: it contains something harmful/)
  })

  test("shows a picture where the text names its content id", async () => {
    const data = png.toString("base64")
    await on.replied({
      text: '<p>See <img src="cid:shot-1@deskhand" alt="shot.png"> here</p>',
      attachments: [{ fileName: "shot.png", mimeType: "image/png", data, contentId: "shot-1@deskhand" }],
    })
    const { mail } = await sent()
    const [inline, ...others] = mail.attachments
    assert.deepEqual([inline?.filename, inline?.disposition, others], ["shot.png", "inline", []])
    assert.deepEqual(Buffer.from(inline?.content as ArrayBuffer), png)
    assert.match(mail.html ?? "", new RegExp(`See <img src="cid:${inline?.contentId?.slice(1, -1)}" alt="shot.png"`))
  })

  test("waits for the scanner, but not for ever", async () => {
    const { threadId } = await on.replied({
      attachments: [{ fileName: "a.txt", mimeType: "text/plain", data: "YQ==" }],
    })
    await on.desk.db.run(sql`update attachments set state = 'pending' where thread_id = ${threadId}`)
    await on.mail()
    assert.deepEqual([(await on.mails())[0]?.state, on.relay.taken.length], ["waiting", 0])
    on.later(3_600)
    const { mail } = await sent()
    assert.match(mail.text ?? "", /“a\.txt” is not attached: it could not be checked/)
    assert.equal((await on.mails())[0]?.attempts, 1)
  })

  test("asks how it was where the inbox does", async () => {
    await on.desk.db.run(sql`
      update inboxes set rating_requests = true, rating_texts = '{"mailQuestion": "Happy <now>?"}'
      where id = ${on.ids.inboxes.support}`)
    await on.replied()
    const { mail } = await sent()
    await on.desk.db.run(sql`update inboxes set rating_requests = false, rating_texts = '{}'`)
    assert.match(mail.text ?? "", /\nHappy <now>\?\n/)
    const links = [
      ...(mail.html ?? "").matchAll(/https:\/\/desk\.example\/rate\/s[0-9a-z]+-[a-z2-7]{26}\?rating=(\w+)/g),
    ]
    assert.deepEqual(
      links.map(([, rating]) => rating),
      ["great", "okay", "not_good"],
    )
  })
})

describe("what was said before", () => {
  test("is quoted to who took part, and to nobody whom a reply brings in", async () => {
    const { id } = await on.replied()
    assert.match((await sent()).mail.text ?? "", /wrote:\n> Where is it\?/)
    await on.reply(id, { cc: ["newcomer@elsewhere.example"] })
    assert.doesNotMatch((await sent()).mail.text ?? "", /wrote:/)
    await on.reply(id, { cc: ["Newcomer@elsewhere.example"] })
    assert.match((await sent()).mail.text ?? "", /wrote:\n> It is on its way/)
  })

  test("is not told to a stranger who pushed in, before one of us has answered them", async () => {
    const id = await on.fresh()
    const threadId = await customerWrites(id, "stranger@elsewhere.example")
    await came(threadId, "s@x.example", { sender: "stranger@elsewhere.example", stranger: true })
    await on.reply(id, { to: ["stranger@elsewhere.example"] })
    assert.doesNotMatch((await sent()).raw, /Where is it/)
    // Nor does the customer read the stranger's words as history.
    await on.reply(id, { to: [customerEmail] })
    const { mail } = await sent()
    assert.match(mail.text ?? "", /wrote:\n> It is on its way/)
    assert.doesNotMatch(mail.text ?? "", /Secret of a stranger/)
  })
})

describe("a message", () => {
  const nasty = fc.string({
    unit: fc.constantFrom(
      "a",
      "é",
      "\r",
      "\n",
      "\r\n",
      "\0",
      " ",
      ":",
      "Bcc: x@y.example",
      "\u2028",
      '"',
      "<",
      ">",
      ",",
      "=?",
      "日本",
    ),
    maxLength: 40,
  })
  test("has no header that somebody wrote into a name, a subject or a file (M14)", async () => {
    const known =
      /^(from|to|cc|subject|message-id|date|mime-version|content-type|content-transfer-encoding|reply-to|in-reply-to|references)$/
    await fc.assert(
      fc.asyncProperty(nasty, nasty, nasty, nasty, async (name, subject, filename, mimeType) => {
        const raw = await rawOf(
          { subject, body: bodyOf(subject), attachments: [{ filename, mimeType, contents: Buffer.from("x") }] },
          {
            from: { name, address: "support@desk.example" },
            recipients: [{ address: "a@b.example", role: "to" }],
            messageId: "m1-aaaaaaaaaaaaaaaaaaaaaaaaaa@desk.example",
            date: on.desk.clock.now,
          },
        )
        const headers = headersOf(raw.toString("latin1"))
        assert.deepEqual(
          headers.filter(([name]) => !known.test(name)),
          [],
        )
        assert.equal(headers.filter(([name]) => name === "to").length, 1)
        assert.equal(
          (await PostalMime.parse(raw)).to?.map((to) => ("address" in to ? to.address : "")).join(),
          "a@b.example",
        )
        assert.doesNotMatch(raw.toString("latin1").replaceAll("\r\n", ""), /[\r\n]/)
      }),
      { numRuns: runs(30) },
    )
  })

  test("is refused or encoded when the interface is given lines: subject, names, addresses, files (M14)", async () => {
    const evil = "x\r\nBcc: victim@elsewhere.example"
    for (const body of [
      { cc: [`a@b.example\r\nBcc: victim@elsewhere.example`] },
      { to: ["a@b.example\r\n"], cc: ["<a@b.example>\nX: y"] },
    ]) {
      const id = await on.fresh()
      const { status } = await on.desk.send("POST", `/v2/conversations/${id}/reply`, {
        token: on.ada,
        body: { text: "x", ...body },
      })
      assert.equal(status, 400)
    }
    await on.desk.db.run(sql`update inboxes set name = ${evil} where id = ${on.ids.inboxes.support}`)
    const attachments = [{ fileName: evil, mimeType: "text/plain", data: "YQ==" }]
    await on.replied({ attachments }, { subject: evil, customer: { email: customerEmail, firstName: evil } })
    const { raw } = await sent()
    await on.desk.db.run(sql`update inboxes set name = 'Support' where id = ${on.ids.inboxes.support}`)
    assert.equal(
      headersOf(raw).some(([name]) => name === "bcc" || name === "x"),
      false,
    )
    assert.doesNotMatch(raw, /^bcc:/im)
    assert.deepEqual(on.relay.taken.at(-1)?.recipients, [customerEmail])
  })
})

describe("markup as text", () => {
  test("keeps paragraphs, lists, quotes and where links lead", () => {
    const html =
      '<p>One &amp; <a href="https://x.example/">two</a></p><ol><li>a</li><li>b</li></ol><blockquote>was<br>said</blockquote><style>p{}</style>'
    assert.equal(textOf(html), "One & two (https://x.example/)\n\n- a\n- b\n\n> was\n> said")
  })

  test("of anything is text without tags, and quick", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            "<p>",
            "</p>",
            "<a href='x'>",
            "</blockquote>",
            "<blockquote>",
            "a",
            " ",
            "<",
            "&amp;",
            "<br>",
          ),
        }),
        (html) => {
          assert.equal(typeof textOf(html), "string")
        },
      ),
      { numRuns: runs(30) },
    )
  })
})
