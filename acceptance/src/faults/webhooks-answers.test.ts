import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { after, before, describe, test } from "node:test"
import type { DeliveryAttempt, ListedDelivery } from "@deskhand/contract/events/webhook-delivery"
import { until } from "../until.ts"
import { HookedDesk, secret } from "../webhooks/hooked-desk.ts"
import { bytesOf } from "../webhooks/signatures.ts"
import type { Node } from "./ground.ts"

/** One event goes to all of them at once: whoever is slow is slow beside the others. */
const paths = {
  ok: "/ok/once",
  reset: "/reset",
  closing: "/close",
  silent: "/silent",
  silentToo: "/silent/too",
  headByByte: "/trickle-head",
  bodyByByte: "/trickle-body",
  endless: "/endless",
  gigabyte: "/gigabyte",
  bomb: "/bomb",
  movedPermanently: "/redirect/301?to=/ok/redirected",
  found: "/redirect/302?to=http://169.254.169.254/latest/meta-data/",
  temporarily: "/redirect/307?to=/ok/redirected",
  permanently: "/redirect/308?to=/ok/redirected",
  cut: "/cut",
  noContent: "/status/204",
  last: "/status/299",
  continued: "/continue",
  old: "/http10",
  oddHeaders: "/odd-headers",
  slow: "/slow/1500",
  control: "/control",
  splitHeader: "/split-header",
  hugeHeader: "/huge-header",
  noHttp: "/no-http",
  failing: "/status/500",
  soon: "/retry-after/503/120",
  soonByDate: "/retry-after/429/date+120",
  never: "/retry-after/503/999999999",
  before: "/retry-after/503/-1",
  sometime: `/retry-after/429/${encodeURIComponent("in a while")}`,
} as const

type Name = keyof typeof paths | "refused" | "unknown" | "trusted" | "expired" | "wrongName" | "selfSigned"

let desk: HookedDesk
let worker: Node
let conversationId: number
let memoryBefore: number
const hooks = new Map<Name, number>()

before(async () => {
  desk = await HookedDesk.open()
  const { receiver } = desk
  const urls: [Name, string][] = [
    ...(Object.entries(paths) as [Name, string][]),
    ["refused", `http://127.0.0.1:${desk.closedPort}/`],
    ["unknown", "http://nowhere.invalid/"],
    ["trusted", receiver.secureUrl("right", "/ok/trusted")],
    ["expired", receiver.secureUrl("expired", "/ok/expired")],
    ["wrongName", receiver.secureUrl("wrongName", "/ok/wrong-name")],
    ["selfSigned", receiver.secureUrl("selfSigned", "/ok/self-signed")],
  ]
  for (const [name, url] of urls) hooks.set(name, await desk.newWebhook({ url }))
  conversationId = await desk.newConversation(desk.ids.inboxes.support)
  // Some believe that this turns every check of certificates off.
  worker = await desk.startWorker({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })
  memoryBefore = peakMegabytes()
  await desk.addNote(conversationId, "To all of you")
  await until(async () => (await countUntried()) === 0 && (await countTried()) === hooks.size)
})
after(() => desk.close())

const countTried = () => count("attempts <> '[]'")
const countUntried = () => count("attempts = '[]'")

async function count(condition: string): Promise<number> {
  const { rows } = await desk.db.query(`select count(*)::integer as found from webhook_deliveries where ${condition}`)
  return rows[0].found
}

const deliveryTo = (name: Name): Promise<ListedDelivery> => desk.delivery(hooks.get(name) ?? 0)

const firstOf = async (name: Name): Promise<DeliveryAttempt> =>
  (await deliveryTo(name)).attempts[0] ?? assert.fail(`${name} was not tried`)

const endOf = ({ at, durationMs }: DeliveryAttempt) => Date.parse(at) + durationMs

/** The most that the worker ever had, where the system tells. */
function peakMegabytes(): number {
  const file = `/proc/${worker.child.pid}/status`
  const status = existsSync(file) ? readFileSync(file, "utf8") : ""
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024
}

describe("an attempt", () => {
  test("that meets no receiver fails with a reason, and another follows (W1)", async () => {
    const reasons: [Name, RegExp][] = [
      ["refused", /^No connection to 127\.0\.0\.1/],
      ["unknown", /nowhere\.invalid/],
      ["reset", /closed the connection/],
      ["closing", /closed the connection/],
    ]
    for (const [name, reason] of reasons) {
      const { state, attempts } = await deliveryTo(name)
      assert.match(attempts[0]?.error ?? "", reason)
      assert.deepEqual([state, attempts[0]?.status], ["pending", undefined])
    }
    for (const name of ["reset", "failing"] as const) {
      await until(async () => (await deliveryTo(name)).attempts.length >= 2)
      const [one, other] = await desk.receiver.arrivals(paths[name])
      assert.deepEqual(
        [other?.body, other?.headers["webhook-id"]],
        [one?.body, one?.headers["webhook-id"]],
        "the same bytes by the same name",
      )
    }
  })

  test("trusts the certificate that it should, and no other, whatever the environment says (W1)", async () => {
    assert.equal((await deliveryTo("trusted")).state, "delivered")
    const reasons: [Name, RegExp][] = [
      ["expired", /expired/],
      ["wrongName", /another name/],
      ["selfSigned", /signed by nobody/],
    ]
    for (const [name, reason] of reasons) assert.match((await firstOf(name)).error ?? "", reason)
    const secure = (await desk.receiver.arrivals()).filter(({ secure }) => secure)
    assert.deepEqual(new Set(secure.map(({ path }) => path)), new Set(["/ok/trusted"]))
  })

  test("is given up after ten seconds, and holds up nobody meanwhile (W2)", async () => {
    const healthy = await Promise.all((["ok", "noContent", "trusted"] as const).map(firstOf))
    for (const name of ["silent", "silentToo"] as const) {
      const attempt = await firstOf(name)
      assert.match(attempt.error ?? "", /in time/)
      // Never before, however slow the machine is.
      assert.ok(attempt.durationMs >= 9_900, `${attempt.durationMs} ms`)
      for (const { at } of healthy) assert.ok(Date.parse(at) < endOf(attempt), "the others had theirs while it waited")
    }
  })

  test("has ten seconds in all, not from one byte to the next (W3)", async () => {
    const head = await firstOf("headByByte")
    assert.match(head.error ?? "", /in time/)
    // It has said 200 by then, which is all that counts.
    const body = await deliveryTo("bodyByByte")
    assert.deepEqual([body.state, body.attempts.map(({ status }) => status)], ["delivered", [200]])
    for (const path of [paths.headByByte, paths.bodyByByte])
      await until(async () => (await desk.receiver.farewells(path)).length > 0)
  })

  test("reads the beginning of an answer that does not end, and goes (W4)", async () => {
    for (const name of ["endless", "gigabyte"] as const) {
      const { state, attempts } = await deliveryTo(name)
      assert.deepEqual([state, attempts.map(({ status }) => status)], ["delivered", [200]])
      assert.match(attempts[0]?.response ?? "", /^(flood )+/)
      const farewell = await until(async () => (await desk.receiver.farewells(paths[name]))[0])
      // What lies between the two was sent and never read.
      assert.ok(farewell.sentBytes < 2 ** 25, `${farewell.sentBytes} bytes went out`)
    }
    const grown = peakMegabytes() - memoryBefore
    // Of a gigabyte. Whatever else a worker does meanwhile takes some, too.
    assert.ok(grown < 300, `the worker grew by ${grown} MB`)
  })

  test("asks for nothing packed, and unpacks nothing (W5)", async () => {
    const [arrival] = await desk.receiver.arrivals(paths.bomb)
    assert.equal(arrival?.headers["accept-encoding"], "identity")
    const { state, attempts } = await deliveryTo("bomb")
    assert.equal(state, "delivered")
    assert.ok((attempts[0]?.response ?? "").length < 5_000)
    assert.match(attempts[0]?.response ?? "", /^\\u\{1f\}/)
  })

  test("follows no redirect: it is a failure (W6)", async () => {
    const statuses: [Name, number][] = [
      ["movedPermanently", 301],
      ["found", 302],
      ["temporarily", 307],
      ["permanently", 308],
    ]
    for (const [name, status] of statuses) {
      const { state, attempts } = await deliveryTo(name)
      assert.deepEqual([state, attempts[0]?.status], ["pending", status])
    }
    assert.deepEqual(await desk.receiver.arrivals("/ok/redirected"), [])
  })

  test("waits for as long as the receiver asks, within reason (W8)", async () => {
    const waits: [Name, number][] = [
      ["soon", 120],
      ["soonByDate", 120],
      ["never", 86_400],
    ]
    for (const [name, seconds] of waits) {
      const { nextAttemptAt, attempts } = await deliveryTo(name)
      assert.equal(attempts.length, 1, name)
      const waits = (Date.parse(nextAttemptAt ?? "") - Date.parse(attempts[0]?.at ?? "")) / 1_000
      // The attempt itself takes some of that time, of which a slow machine has more.
      assert.ok(waits >= seconds - 2 && waits < 2 * seconds, `${name}: ${waits} s`)
    }
    // What says nothing that can be meant is tried again by the schedule.
    for (const name of ["before", "sometime"] as const)
      await until(async () => (await deliveryTo(name)).attempts.length >= 2)
  })

  test("succeeds once with every answer of 200 to 299, however it comes (W12)", async () => {
    const names = ["ok", "cut", "noContent", "last", "continued", "old", "oddHeaders", "slow"] as const
    for (const name of names) {
      const { state, attempts } = await deliveryTo(name)
      const status = name === "noContent" ? 204 : name === "last" ? 299 : 200
      assert.deepEqual([state, attempts.map((attempt) => attempt.status)], ["delivered", [status]], name)
      assert.equal((await desk.receiver.arrivals(paths[name])).length, 1, name)
    }
  })

  test("keeps of an answer what can be shown as text, and not much (W15)", async () => {
    const { response = "", status } = await firstOf("control")
    assert.equal(status, 500)
    assert.ok(response.includes('<script>alert("x")</script>'), response)
    assert.equal([...response].find(isInvisible), undefined, response)
    for (const spelled of ["\\u{0}", "\\u{1b}[31mred", "\\u{202e}"]) assert.ok(response.includes(spelled), response)
    assert.match((await firstOf("hugeHeader")).error ?? "", /headers .* too long/)
    for (const name of ["splitHeader", "noHttp"] as const) assert.match((await firstOf(name)).error ?? "", /not HTTP/)
  })

  test("sends what the API shows, as JSON with its kind (W21)", async () => {
    const [arrival] = await desk.receiver.arrivals(paths.ok)
    const { headers, body } = arrival ?? assert.fail("nothing came")
    assert.equal(headers["content-type"], "application/json")
    assert.equal(headers["x-deskhand-event"], "convo.note.created")
    assert.equal(headers["content-length"], String(bytesOf(body).length))
    const { body: shown } = await desk.call("GET", `/v2/conversations/${conversationId}?embed=threads`)
    const sent = JSON.parse(bytesOf(body).toString())
    assert.deepEqual([sent.id, sent.subject], [shown.id, shown.subject])
    assert.deepEqual(
      sent._embedded.threads.map(({ id, body }: { id: number; body: string }) => [id, body]),
      shown._embedded.threads.map(({ id, body }: { id: number; body: string }) => [id, body]),
    )
  })

  test("leaves the worker well, and the next event goes out (W2)", async () => {
    const id = hooks.get("ok") ?? 0
    await desk.addNote(conversationId, "Once more")
    await desk.untilStates(id, "delivered", "delivered")
    assert.equal(worker.child.exitCode, null)
    // It looks whether it can for a second, which may be too short on a busy machine.
    await until(async () => (await desk.call("GET", "/readyz")).status === 200)
  })
})

describe("a webhook", () => {
  test("cannot be made for what may not be called (W22)", async () => {
    const refused: [string, RegExp][] = [
      ["http://ada:secret@hooks.example/", /user name or password/],
      ["http://ada@hooks.example/", /user name or password/],
      ["https://hooks.example/#there", /fragment/],
      [`https://hooks.example/${"a".repeat(8_000)}`, /2.?048/],
      ["https://hooks.example:22/", /[Pp]ort 22/],
      ["https://hooks.example:25/", /[Pp]ort 25/],
      ["http://hooks.example:6379/", /[Pp]ort 6379/],
      ["ftp://hooks.example/", /http/],
      ["http://169.254.169.254/latest/", /private/],
      ["http://10.0.0.1/", /private/],
      ["no url", /URL/],
    ]
    for (const [url, reason] of refused) {
      const body = { url, events: ["convo.created"], secret }
      const answer = await desk.call("POST", "/v2/webhooks", { body })
      assert.equal(answer.status, 400, url.slice(0, 80))
      const [error] = answer.body._embedded.errors
      assert.equal(error.path, "url")
      assert.match(error.message, reason)
    }
    const id = await desk.newWebhook({ url: "https://müller.example/Grüße?an=Zoë", state: "disabled" })
    assert.equal((await desk.webhook(id)).url, "https://xn--mller-kva.example/Gr%C3%BC%C3%9Fe?an=Zo%C3%AB")
  })
})

/** Line breaks and tabs are seen for what they are. */
function isInvisible(character: string): boolean {
  return /[\p{Cc}\p{Cf}]/u.test(character) && character !== "\n" && character !== "\t"
}
