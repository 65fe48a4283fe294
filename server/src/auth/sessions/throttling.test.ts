import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import {
  addUser,
  cookieOf,
  fromPage,
  password,
  signInAs,
  startTestDesk,
  type TestDesk,
} from "../../../test/desk/auth.ts"
import { testDatabase } from "../../../test/desk/database.ts"
import { sql } from "../../db/db.ts"
import { createApp } from "../oauth/apps.ts"
import { makeResetLink } from "./resets.ts"

let desk: TestDesk
let adaId: number
let keys: { client_id: string; client_secret: string | undefined }

const proxy = "192.0.2.1"

before(async () => {
  desk = startTestDesk(await testDatabase())
  adaId = await addUser(desk.db, { name: "ada" })
  const beaId = await addUser(desk.db, { name: "bea" })
  const app = await createApp(desk.db, { name: "App", userId: beaId, redirectUris: [], public: false })
  keys = { client_id: app.clientId, client_secret: app.clientSecret }
})
beforeEach(async () => {
  await desk.db.run(sql`truncate sign_in_failures`)
  await desk.db.run(sql`delete from sessions`)
})
after(() => desk.close())

const fail = (name: string, ip = proxy) => signInAs(desk, name, { ip, password: "wrong" })
const failTimes = async (times: number, name: string, ip = proxy) => {
  for (let n = 0; n < times; n++) await fail(name, ip)
}
/** Signs in with the cookies of a browser. */
const signInWith = (cookie: string, name: string, more: { ip: string; password?: string }) =>
  desk.app.inject({
    method: "POST",
    url: "/session",
    headers: fromPage(cookie),
    payload: { email: `${name}@example.com`, password: more.password ?? password },
    remoteAddress: more.ip,
  })
const deviceOf = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers["set-cookie"]]
    .flat()
    .map(String)
    .find((line) => line.startsWith("desk_device="))
    ?.split(";")[0] ?? ""
const waitOf = ({ headers }: { headers: Record<string, unknown> }) => Number(headers["retry-after"])

describe("failed sign-ins behind one address", () => {
  test("never refuse the right password of another account", async () => {
    await failTimes(40, "ada")
    for (let n = 0; n < 20; n++) await fail(`stranger${n}`)
    assert.equal((await fail("ada")).statusCode, 429)
    assert.equal((await signInAs(desk, "bea", { ip: proxy })).statusCode, 204)
  })

  test("never refuse it while the attack is running", async () => {
    const attack = Array.from({ length: 30 }, (_, n) => fail(n % 2 ? "ada" : `stranger${n}`))
    assert.equal((await signInAs(desk, "bea", { ip: proxy })).statusCode, 204)
    const statuses = new Set((await Promise.all(attack)).map(({ statusCode }) => statusCode))
    assert.deepEqual([...statuses].sort(), [401, 429])
  })

  test("do not delay the same account at another address", async () => {
    await failTimes(20, "ada")
    assert.equal((await signInAs(desk, "ada", { ip: "192.0.2.2" })).statusCode, 204)
  })

  test("count together for an IPv6 /64", async () => {
    for (let n = 0; n < 5; n++) assert.equal((await fail("ada", `2001:db8::${n + 1}`)).statusCode, 401)
    assert.equal((await fail("ada", "2001:db8:0:0:ffff::1")).statusCode, 429)
    assert.equal((await fail("ada", "2001:db8:0:1::1")).statusCode, 401)
  })
})

describe("the delay after failed sign-ins", () => {
  test("begins after five failures, doubles with each, and stops at fifteen minutes", async () => {
    await failTimes(4, "ada")
    assert.equal((await fail("ada")).statusCode, 401)
    const waits: number[] = []
    for (let n = 0; n < 13; n++) {
      const refused = await signInAs(desk, "ada", { ip: proxy })
      assert.equal(refused.statusCode, 429)
      waits.push(waitOf(refused))
      desk.pass({ seconds: waitOf(refused) - 1 })
      assert.equal((await fail("ada")).statusCode, 429, "not a second earlier")
      desk.pass({ seconds: 1 })
      assert.equal((await fail("ada")).statusCode, 401)
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  })

  test("is the same for an account that does not exist", async () => {
    for (const name of ["ada", "nobody"]) {
      const answers = []
      for (let n = 0; n < 7; n++) answers.push(await fail(name))
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [401, 401, 401, 401, 401, 429, 429],
      )
    }
  })

  test("is told in words", async () => {
    await failTimes(5, "ada")
    assert.match((await fail("ada")).json().message, /Wait 1 second, then try again/)
    desk.pass({ seconds: 1 })
    await fail("ada")
    assert.match((await fail("ada")).json().message, /Wait 2 seconds/)
    for (let n = 0; n < 8; n++) {
      desk.pass({ seconds: waitOf(await fail("ada")) })
      await fail("ada")
    }
    assert.match((await fail("ada")).json().message, /Wait 9 minutes/)
  })

  test("ends with the right password, and after an hour without a failure", async () => {
    await failTimes(5, "ada")
    desk.pass({ seconds: 1 })
    assert.equal((await signInAs(desk, "ada", { ip: proxy })).statusCode, 204)
    for (let n = 0; n < 5; n++) assert.equal((await fail("ada")).statusCode, 401)
    assert.equal((await fail("ada")).statusCode, 429)
    desk.pass({ minutes: 61 })
    for (let n = 0; n < 5; n++) assert.equal((await fail("ada")).statusCode, 401)
  })
})

describe("an attack on one account from many addresses", () => {
  const attack = async (name: string) => {
    for (let n = 0; n < 100; n++) {
      const answer = await fail(name, `198.51.100.${n}`)
      if (answer.statusCode === 429) return
    }
    assert.fail("was never slowed down")
  }

  test("is slowed down", async () => {
    await attack("ada")
    assert.equal((await signInAs(desk, "ada", { ip: "203.0.113.77" })).statusCode, 429)
    assert.equal((await signInAs(desk, "bea", { ip: "203.0.113.77" })).statusCode, 204)
  })

  test("does not lock out a browser that signed in before, wherever it is and signed out or not", async () => {
    const device = deviceOf(await signInAs(desk, "ada", { ip: "203.0.113.5" }))
    assert.match(device, /^desk_device=/)
    await desk.db.run(sql`delete from sessions`)
    await attack("ada")
    assert.equal((await signInWith(device, "ada", { ip: "203.0.113.77" })).statusCode, 204)
    await failTimes(30, "ada", "203.0.113.77")
    assert.equal((await signInWith(device, "ada", { ip: "203.0.113.77" })).statusCode, 204, "nor behind their proxy")
  })

  test("does not lock out an address with a session", async () => {
    await signInAs(desk, "ada", { ip: "2001:db8:5::1" })
    await attack("ada")
    assert.equal((await signInAs(desk, "ada", { ip: "2001:db8:5::2" })).statusCode, 204)
  })

  test("does not lock out whoever resets the password", async () => {
    await attack("ada")
    const { token } = await makeResetLink(desk.db, { userId: adaId, now: desk.now() })
    const reset = await desk.app.inject({
      method: "PUT",
      url: "/session/reset",
      headers: fromPage(),
      payload: { token, newPassword: password },
      remoteAddress: "203.0.113.77",
    })
    assert.equal(reset.statusCode, 204)
    await attack("ada")
    assert.equal((await signInWith(deviceOf(reset), "ada", { ip: "203.0.113.77" })).statusCode, 204)
  })

  test("gains nothing by a device cookie of somebody else, a forged or a stolen one", async () => {
    const bea = deviceOf(await signInAs(desk, "bea", { ip: "203.0.113.5" }))
    const own = deviceOf(await signInAs(desk, "ada", { ip: "203.0.113.6" }))
    await desk.db.run(sql`delete from sessions`)
    await attack("ada")
    for (const cookie of [
      bea,
      own.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
      "desk_device=x",
      `${own}; ${own}`,
    ])
      assert.equal((await signInWith(cookie, "ada", { ip: "198.51.100.200" })).statusCode, 429, cookie)
    for (let n = 0; n < 5; n++)
      assert.equal((await signInWith(own, "ada", { ip: `198.51.100.${n}`, password: "wrong" })).statusCode, 401)
    assert.equal((await signInWith(own, "ada", { ip: "198.51.100.99" })).statusCode, 429)
  })
})

describe("what else is throttled", () => {
  const post = (url: string, payload: object, ip = proxy) =>
    desk.app.inject({ method: "POST", url, headers: fromPage(), payload, remoteAddress: ip })

  test("requests for a link: by account and address, so that others behind the address get theirs", async () => {
    const ask = (name: string, ip?: string) => post("/session/reset", { email: `${name}@example.com` }, ip)
    for (let n = 0; n < 5; n++) assert.equal((await ask("ada")).statusCode, 202)
    assert.equal((await ask("ada")).statusCode, 429)
    assert.equal((await ask("bea")).statusCode, 202)
    for (let n = 0; n < 30; n++) await ask("ada", `198.51.100.${n}`)
    assert.equal((await ask("ada", "203.0.113.9")).statusCode, 429, "no mailbox is flooded from many addresses")
  })

  test("a link that is right works however many wrong ones came from its address", async () => {
    for (let n = 0; n < 40; n++) await post("/session/reset/check", { token: `dh_pr_${n}` })
    assert.equal((await post("/session/reset/check", { token: "dh_pr_wrong" })).statusCode, 429)
    const { token } = await makeResetLink(desk.db, { userId: adaId, now: desk.now() })
    assert.equal((await post("/session/reset/check", { token })).statusCode, 200)
  })

  test("wrong secrets and grants of one client do not touch another behind the address", async () => {
    const other = await createApp(desk.db, { name: "Other", userId: adaId, redirectUris: [], public: false })
    const ask = (payload: object) => post("/v2/oauth2/token", payload)
    const refresh = { grant_type: "refresh_token", refresh_token: "wrong" }
    for (let n = 0; n < 40; n++) await ask({ ...keys, ...refresh })
    assert.equal((await ask({ ...keys, ...refresh })).statusCode, 429)
    const others = { client_id: other.clientId, client_secret: other.clientSecret }
    const answer = await ask({ ...others, ...refresh })
    assert.deepEqual([answer.statusCode, answer.json().error], [400, "invalid_grant"])
    assert.equal((await ask({ ...keys, grant_type: "client_credentials" })).statusCode, 200)
  })

  test("guesses at the current password by a session, which strangers cannot use up", async () => {
    const cookie = cookieOf(await signInAs(desk, "ada", { ip: proxy }))
    await failTimes(30, "ada")
    const change = (currentPassword: string) =>
      desk.app.inject({
        method: "PUT",
        url: "/session/password",
        headers: fromPage(cookie),
        payload: { currentPassword, newPassword: password },
        remoteAddress: proxy,
      })
    for (let n = 0; n < 5; n++) assert.equal((await change("wrong")).statusCode, 400)
    assert.equal((await change("wrong")).statusCode, 429)
    desk.pass({ seconds: 1 })
    assert.match((await change(password)).json()._embedded.errors[0].message, /must differ/)
  })

  test("a success costs no write to the counters", async () => {
    await signInAs(desk, "ada")
    await post("/v2/oauth2/token", { ...keys, grant_type: "client_credentials" })
    assert.deepEqual(await desk.db.many(sql`select from sign_in_failures`), [])
  })
})
