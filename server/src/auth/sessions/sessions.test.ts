import assert from "node:assert/strict"
import { after, before, beforeEach, describe, mock, test } from "node:test"
import argon2 from "@node-rs/argon2"
import {
  addUser,
  bearer,
  cookieOf,
  fromPage,
  origin,
  password,
  signInAs,
  startTestDesk,
  statusOf,
  type TestDesk,
} from "../../../test/desk/auth.ts"
import { testDatabase } from "../../../test/desk/database.ts"
import { listAll, numberAll, write } from "../../../test/peers/events.ts"
import { until } from "../../../test/until.ts"
import { sql } from "../../db/db.ts"
import { forgetExpired } from "../forget.ts"
import { createApp } from "../oauth/apps.ts"
import { hashOf } from "../secrets.ts"
import { issuePersonalToken } from "../tokens/personal-tokens.ts"
import { hashPassword, inHashSlot, newOneTimePassword } from "./passwords.ts"

let desk: TestDesk
let adaId: number

before(async () => {
  desk = startTestDesk(await testDatabase())
  adaId = await addUser(desk.db, { name: "ada" })
  const leaver = await addUser(desk.db, { name: "leaver" })
  await desk.db.run(sql`update users set deactivated_at = now() where id = ${leaver}`)
  await addUser(desk.db, { name: "robot", type: "system_user" })
})
beforeEach(async () => {
  await desk.db.run(sql`delete from sign_in_failures`)
  await desk.db.run(sql`delete from sessions`)
})
after(() => desk.close())

function count(table: "sessions" | "sign_in_failures" | "tokens" | "authorization_codes") {
  const statement = {
    sessions: sql`select count(*) from sessions`,
    sign_in_failures: sql`select count(*) from sign_in_failures`,
    tokens: sql`select count(*) from tokens`,
    authorization_codes: sql`select count(*) from authorization_codes`,
  }[table]
  return desk.db.one<{ count: number }>(statement).then((row) => row.count)
}

async function isSignedIn(cookie: string): Promise<boolean> {
  return (await desk.app.inject({ url: "/session", headers: fromPage(cookie) })).statusCode === 200
}

describe("POST /session", () => {
  test("a password of the wrong type is refused and not sent back", async () => {
    const answer = await desk.app.inject({
      method: "POST",
      url: "/session",
      payload: { email: "ada@example.com", password: 123456789 },
    })
    assert.equal(answer.statusCode, 400)
    assert.doesNotMatch(answer.body, /123456789/)
    assert.equal(answer.json()._embedded.errors[0].path, "password")
  })

  test("204 and a cookie that scripts and other sites cannot use", async () => {
    const answer = await signInAs(desk, "ada")
    assert.equal(answer.statusCode, 204)
    assert.equal(answer.body, "")
    const [session, device] = [answer.headers["set-cookie"]].flat()
    assert.match(String(session), /^desk_session=dh_ss_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
    assert.match(String(device), /^desk_device=[\w.-]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/)
    assert.ok(await isSignedIn(cookieOf(answer)))
    const rows = await desk.db.many<{ row: string }>(sql`select sessions::text as row from sessions`)
    assert.ok(rows.every(({ row }) => !row.includes(cookieOf(answer).slice(19))))
  })

  test("the cookie is Secure where the desk is on https", async () => {
    const secure = startTestDesk(await testDatabase(), { PUBLIC_URL: "https://desk.example" })
    try {
      await addUser(secure.db, { name: "ada" })
      const answer = await signInAs(secure, "ada")
      assert.match(String(answer.headers["set-cookie"]), /; SameSite=Lax; Secure$/)
    } finally {
      await secure.close()
    }
  })

  test("the e-mail address is read in any case; the password is not", async () => {
    const payload = (email: string, password: string) =>
      desk.app.inject({ method: "POST", url: "/session", headers: fromPage(), payload: { email, password } })
    assert.equal((await payload(" ADA@Example.com ", password)).statusCode, 204)
    assert.equal((await payload("ada@example.com", password.toUpperCase())).statusCode, 401)
    assert.equal((await payload("ada@example.com\u0000", password)).statusCode, 400)
  })

  test("a new id at every sign-in; the browser's former session ends", async () => {
    const first = cookieOf(await signInAs(desk, "ada"))
    const again = await desk.app.inject({
      method: "POST",
      url: "/session",
      headers: fromPage(first),
      payload: { email: "ada@example.com", password },
    })
    assert.notEqual(cookieOf(again), first)
    assert.deepEqual([await isSignedIn(first), await isSignedIn(cookieOf(again))], [false, true])
    const planted = await desk.app.inject({
      method: "POST",
      url: "/session",
      headers: fromPage("desk_session=planted"),
      payload: { email: "ada@example.com", password },
    })
    assert.notEqual(cookieOf(planted), "desk_session=planted")
    assert.equal(await isSignedIn("desk_session=planted"), false)
  })

  test("unknown, wrong, deactivated and passwordless look alike, and each costs one hash", async () => {
    // At full cost, as those of a desk that runs; the others here are cheap.
    await desk.db.run(
      sql`update users set password_hash = ${await hashPassword(password)} where password_hash is not null`,
    )
    const verify = mock.method(argon2, "verify")
    try {
      const answers = []
      for (const name of ["nobody", "ada", "leaver", "robot"]) {
        const before = verify.mock.callCount()
        answers.push(await signInAs(desk, name, { password: name === "leaver" ? password : "wrong" }))
        assert.equal(verify.mock.callCount() - before, 1, name)
      }
      const costs = verify.mock.calls.map((call) => String(call.arguments[0]).split("$").slice(0, 4).join("$"))
      assert.deepEqual(new Set(costs), new Set(["$argon2id$v=19$m=19456,t=2,p=1"]))
      const bodies = answers.map((answer) => ({ ...answer.json(), logRef: "" }))
      for (const answer of answers) {
        assert.equal(answer.statusCode, 401)
        assert.equal(answer.headers["set-cookie"], undefined)
      }
      for (const body of bodies) assert.deepEqual(body, bodies[0])
      assert.equal(bodies[0]?.message, "The e-mail address or the password is wrong")
    } finally {
      verify.mock.restore()
    }
  })

  test("400 for more than 1,024 bytes, without hashing", async () => {
    const verify = mock.method(argon2, "verify")
    try {
      for (const long of ["x".repeat(1_025), "é".repeat(513)]) {
        const answer = await signInAs(desk, "ada", { password: long })
        assert.equal(answer.statusCode, 400)
        assert.equal(answer.json()._embedded.errors[0].path, "password")
        assert.ok(!answer.body.includes("xxx"))
      }
      assert.equal(verify.mock.callCount(), 0)
      assert.equal((await signInAs(desk, "ada", { password: "x".repeat(1_024) })).statusCode, 401)
    } finally {
      verify.mock.restore()
    }
  })

  test("403 for a page of another site; programs that are no browser may", async () => {
    const send = (headers: Record<string, string>) =>
      desk.app.inject({
        method: "POST",
        url: "/session",
        headers: { host: "desk.example", ...headers },
        payload: { email: "ada@example.com", password },
      })
    assert.equal((await send({ "sec-fetch-site": "cross-site" })).statusCode, 403)
    assert.equal((await send({ "sec-fetch-site": "same-site" })).statusCode, 403)
    assert.equal((await send({ origin: "https://evil.example" })).statusCode, 403)
    assert.equal((await send({ origin: "null" })).statusCode, 403)
    assert.equal((await send({ origin })).statusCode, 204)
    assert.equal((await send({})).statusCode, 204)
  })

  test("415 for forms and text that holds JSON", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      const answer = await desk.app.inject({
        method: "POST",
        url: "/session",
        headers: { "content-type": type },
        payload: JSON.stringify({ email: "ada@example.com", password }),
      })
      assert.equal(answer.statusCode, 415)
    }
  })
})

describe("throttling of sign-ins", () => {
  const fail = (name: string, ip: string) => signInAs(desk, name, { ip, password: "wrong" })

  test("the address comes from a trusted proxy where there is one", async () => {
    const proxied = startTestDesk(await testDatabase(), { TRUSTED_PROXIES: "10.0.0.1" })
    try {
      await proxied.app.inject({
        method: "POST",
        url: "/session",
        headers: { ...fromPage(), "x-forwarded-for": "203.0.113.9" },
        payload: { email: "a@example.com", password: "wrong" },
        remoteAddress: "10.0.0.1",
      })
      const keys = await proxied.db.many(sql`select subject, network from sign_in_failures order by network`)
      assert.deepEqual(keys, [
        { subject: "account:a@example.com", network: "" },
        { subject: "account:a@example.com", network: "203.0.113.9" },
      ])
    } finally {
      await proxied.close()
    }
  })

  test("a burst cannot outrun the count", async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => fail("ada", `192.0.2.${n}`)))
    const passed = answers.filter((answer) => answer.statusCode === 401).length
    assert.ok(passed >= 20 && passed <= 21, String(passed))
  })

  test("successes leave no row", async () => {
    for (let times = 0; times < 3; times++) await signInAs(desk, "ada")
    assert.equal(await count("sign_in_failures"), 0)
  })
})

describe("GET and DELETE /session", () => {
  test("says who is signed in and renews the cookie", async () => {
    const cookie = cookieOf(await signInAs(desk, "ada"))
    await write(desk.db, 1)
    await numberAll(desk.db)
    const newest = (await listAll(desk.db)).at(-1)?.number
    const answer = await desk.app.inject({ url: "/session", headers: fromPage(cookie) })
    assert.deepEqual(answer.json(), {
      user: { id: adaId, firstName: "ada", lastName: "", email: "ada@example.com", role: "user", timezone: "UTC" },
      passwordOneTime: false,
      deskName: "My desk",
      lastEvent: newest,
    })
    assert.equal(cookieOf(answer), cookie)
    assert.equal((await desk.app.inject({ url: "/session" })).statusCode, 401)
  })

  test("lasts 30 days and slides with use, at most one write an hour", async () => {
    const cookie = cookieOf(await signInAs(desk, "ada"))
    const signedInAt = desk.now()
    desk.pass({ minutes: 59 })
    assert.ok(await isSignedIn(cookie))
    desk.pass({ days: 29 })
    assert.ok(await isSignedIn(cookie))
    await seenBecomes(desk.now())
    desk.pass({ minutes: 30 })
    assert.ok(await isSignedIn(cookie))
    desk.pass({ days: 29 })
    assert.ok(await isSignedIn(cookie))
    assert.ok(desk.now().getTime() - signedInAt.getTime() > 30 * 86_400_000)
    await seenBecomes(desk.now())
    desk.pass({ days: 30 })
    assert.equal(await isSignedIn(cookie), false)
  })

  test("signing out ends it, twice as well, and only from our page", async () => {
    const cookie = cookieOf(await signInAs(desk, "ada"))
    const leave = (headers: Record<string, string>) => desk.app.inject({ method: "DELETE", url: "/session", headers })
    assert.equal((await leave({ host: "desk.example", cookie, "sec-fetch-site": "cross-site" })).statusCode, 403)
    assert.equal((await leave({ host: "desk.example", cookie })).statusCode, 403)
    assert.ok(await isSignedIn(cookie))
    for (let times = 0; times < 2; times++) {
      const answer = await leave(fromPage(cookie))
      assert.equal(answer.statusCode, 204)
      assert.match(String(answer.headers["set-cookie"]), /^desk_session=; Path=\/; Max-Age=0;/)
    }
    assert.equal(await isSignedIn(cookie), false)
  })

  test("a deactivated user is out at once", async () => {
    const userId = await addUser(desk.db, { name: "fired" })
    const cookie = cookieOf(await signInAs(desk, "fired"))
    assert.ok(await isSignedIn(cookie))
    await desk.db.run(sql`update users set deactivated_at = now() where id = ${userId}`)
    assert.equal(await isSignedIn(cookie), false)
  })
})

/** It is written in the background, so the test asks until it is there. */
async function seenBecomes(moment: Date): Promise<void> {
  await until(async () => {
    const { seen_at } = await desk.db.one<{ seen_at: Date }>(sql`select seen_at from sessions`)
    return seen_at.getTime() === moment.getTime()
  })
}

describe("PUT /session/password", () => {
  const newPassword = "a much better one"
  const change = (headers: Record<string, string>, payload: object) =>
    desk.app.inject({ method: "PUT", url: "/session/password", headers, payload })

  test("changes it, and ends other sessions and consents but not personal tokens", async () => {
    const userId = await addUser(desk.db, { name: "eve" })
    await desk.db.run(sql`update users set password_one_time = true where id = ${userId}`)
    const [here, there] = [cookieOf(await signInAs(desk, "eve")), cookieOf(await signInAs(desk, "eve"))]
    const personal = await issuePersonalToken(desk.db, { userId, name: "x", scope: "full" })
    const app = await createApp(desk.db, { name: "App", userId, redirectUris: ["https://app.example/"], public: false })
    const keys = { client_id: app.clientId, client_secret: app.clientSecret }
    const [code, unused] = ["code", "unused"]
    for (const text of [code, unused])
      await desk.db.run(sql`
        insert into authorization_codes (hash, app_id, user_id, redirect_uri, expires_at)
        values (${hashOf(text)}, ${app.id}, ${userId}, 'https://app.example/', ${new Date(desk.now().getTime() + 60_000)})`)
    const ask = (payload: object) =>
      desk.app.inject({ method: "POST", url: "/v2/oauth2/token", payload: { ...keys, ...payload } })
    const consented = (await ask({ grant_type: "authorization_code", code })).json()
    const own = (await ask({ grant_type: "client_credentials" })).json()
    assert.equal(await statusOf(desk, consented.access_token), 200)

    assert.equal((await desk.app.inject({ url: "/session", headers: fromPage(here) })).json().passwordOneTime, true)
    assert.equal((await change(fromPage(here), { currentPassword: password, newPassword })).statusCode, 204)

    assert.deepEqual([await isSignedIn(here), await isSignedIn(there)], [true, false])
    assert.equal((await desk.app.inject({ url: "/session", headers: fromPage(here) })).json().passwordOneTime, false)
    assert.equal(await statusOf(desk, consented.access_token), 401)
    const refreshed = await ask({ grant_type: "refresh_token", refresh_token: consented.refresh_token })
    assert.deepEqual([refreshed.statusCode, refreshed.json().error], [400, "invalid_grant"])
    assert.equal((await ask({ grant_type: "authorization_code", code: unused })).json().error, "invalid_grant")
    assert.equal(await statusOf(desk, personal.token), 200)
    assert.equal(await statusOf(desk, own.access_token), 200)
    assert.equal((await signInAs(desk, "eve")).statusCode, 401)
    assert.equal((await signInAs(desk, "eve", { password: newPassword })).statusCode, 204)
  })

  test("400 for a wrong current, a weak, a huge or the same password; the answer repeats none", async () => {
    const cookie = cookieOf(await signInAs(desk, "ada"))
    const wrong: [object, string][] = [
      [{ currentPassword: "wrong", newPassword }, "currentPassword"],
      [{ currentPassword: password, newPassword: "too-short" }, "newPassword"],
      [{ currentPassword: password, newPassword: "x".repeat(1_025) }, "newPassword"],
      [{ currentPassword: "x".repeat(1_025), newPassword }, "currentPassword"],
      [{ currentPassword: password, newPassword: password }, "newPassword"],
    ]
    for (const [payload, path] of wrong) {
      const answer = await change(fromPage(cookie), payload)
      assert.equal(answer.statusCode, 400, answer.body)
      const [error] = answer.json()._embedded.errors
      assert.deepEqual([error.path, error.rejectedValue], [path, undefined])
    }
    assert.equal((await signInAs(desk, "ada")).statusCode, 204)
  })

  test("403 with a token alone, or beside somebody else's session", async () => {
    const { token } = await issuePersonalToken(desk.db, { userId: adaId, name: "x", scope: "full" })
    await addUser(desk.db, { name: "zoe" })
    const foreign = cookieOf(await signInAs(desk, "zoe"))
    const payload = { currentPassword: password, newPassword }
    assert.equal((await change(bearer(token), payload)).statusCode, 403)
    assert.equal((await change({ ...bearer(token), cookie: foreign }, payload)).statusCode, 403)
    assert.equal((await signInAs(desk, "ada")).statusCode, 204)
  })

  test("guesses at the current password are throttled", async () => {
    const cookie = cookieOf(await signInAs(desk, "ada"))
    for (let tries = 0; tries < 5; tries++)
      assert.equal((await change(fromPage(cookie), { currentPassword: "wrong", newPassword })).statusCode, 400)
    assert.equal((await change(fromPage(cookie), { currentPassword: password, newPassword })).statusCode, 429)
  })
})

describe("passwords", () => {
  test("are argon2id, salted", async () => {
    const [one, two] = await Promise.all([hashPassword("same"), hashPassword("same")])
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.notEqual(one, two)
  })

  test("composed and decomposed accents are one password", async () => {
    const hash = await hashPassword("caf\u00e9 caf\u00e9")
    assert.ok(await argon2.verify(hash, "cafe\u0301 cafe\u0301".normalize("NFC")))
    await desk.db.run(sql`update users set password_hash = ${hash} where email = 'zoe@example.com'`)
    assert.equal((await signInAs(desk, "zoe", { password: "cafe\u0301 cafe\u0301" })).statusCode, 204)
  })

  test("two are hashed at once; a queue of a hundred waits, the next gets 503", async () => {
    let running = 0
    let most = 0
    const gate = Promise.withResolvers<void>()
    const work = async () => {
      most = Math.max(most, ++running)
      await gate.promise
      running--
    }
    const admitted = Array.from({ length: 102 }, () => inHashSlot("one network", work))
    await assert.rejects(inHashSlot("one network", work), { status: 503 })
    gate.resolve()
    await Promise.all(admitted)
    assert.equal(most, 2)
    await assert.rejects(inHashSlot("any", () => Promise.reject(new Error("broken"))))
    assert.equal(await inHashSlot("any", async () => "free again"), "free again")
  })

  test("a flood from one network delays others by one hash, not by its whole queue", async () => {
    const gate = Promise.withResolvers<void>()
    const order: string[] = []
    const work = (name: string) => async () => {
      await gate.promise
      order.push(name)
    }
    const flood = Array.from({ length: 50 }, () => inHashSlot("flooding network", work("flood")))
    const other = inHashSlot("another network", work("other"))
    gate.resolve()
    await Promise.all([...flood, other])
    assert.ok(order.indexOf("other") <= 4, `was number ${order.indexOf("other")}`)
  })

  test("one-time passwords are long and never the same", () => {
    const made = new Set(Array.from({ length: 100 }, newOneTimePassword))
    assert.equal(made.size, 100)
    for (const password of made) assert.match(password, /^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
  })
})

describe("forgetExpired", () => {
  test("removes what has expired and leaves the rest", async () => {
    await desk.db.run(sql`delete from tokens`)
    await desk.db.run(sql`delete from authorization_codes`)
    const { id } = await createApp(desk.db, { name: "App", userId: adaId, redirectUris: [], public: false })
    const now = desk.now()
    for (const [name, seconds] of [
      ["past", 0],
      ["future", 1],
    ] as const) {
      const end = new Date(now.getTime() + seconds * 1_000)
      await desk.db.run(sql`insert into tokens (hash, kind, user_id, app_id, expires_at)
        values (${hashOf(name)}, 'access', ${adaId}, ${id}, ${end})`)
      await desk.db.run(sql`insert into authorization_codes (hash, app_id, user_id, redirect_uri, expires_at)
        values (${hashOf(name)}, ${id}, ${adaId}, 'x', ${end})`)
      await desk.db.run(sql`insert into sessions (hash, user_id, address, expires_at)
        values (${hashOf(name)}, ${adaId}, 'x', ${end})`)
      await desk.db.run(sql`insert into sign_in_failures (subject, network, failures, failed_at)
        values (${name}, '', 1, ${new Date(end.getTime() - 60 * 60_000)})`)
    }
    const { token } = await issuePersonalToken(desk.db, { userId: adaId, name: "x", scope: "full" })
    await forgetExpired(desk.db, now)
    assert.deepEqual(
      [
        await count("tokens"),
        await count("authorization_codes"),
        await count("sessions"),
        await count("sign_in_failures"),
      ],
      [2, 1, 1, 1],
    )
    assert.equal(await statusOf(desk, token), 200)
  })
})

describe("PUT /session/email", () => {
  const change = (headers: Record<string, string>, payload: object) =>
    desk.app.inject({ method: "PUT", url: "/session/email", headers, payload })

  test("changes the address to sign in with, and ends links that were sent to the old one", async () => {
    const userId = await addUser(desk.db, { name: "mona" })
    await desk.db.run(sql`
      insert into password_resets (user_id, hash, expires_at)
      values (${userId}, ${hashOf("link")}, ${new Date(desk.now().getTime() + 60_000)})`)
    const cookie = cookieOf(await signInAs(desk, "mona"))
    const email = "Mona.Lisa@example.com"
    assert.equal((await change(fromPage(cookie), { currentPassword: password, email })).statusCode, 204)
    assert.equal((await desk.app.inject({ url: "/session", headers: fromPage(cookie) })).json().user.email, email)
    assert.deepEqual(await desk.db.many(sql`select from password_resets where user_id = ${userId}`), [])
    const signIn = (email: string) =>
      desk.app.inject({ method: "POST", url: "/session", headers: fromPage(), payload: { email, password } })
    assert.deepEqual([(await signIn(email)).statusCode, (await signInAs(desk, "mona")).statusCode], [204, 401])
  })

  test("needs the password, a session, and an address that is nobody's", async () => {
    const cookie = cookieOf(await signInAs(desk, "ada"))
    const email = "new@example.com"
    for (const [payload, status, path] of [
      [{ currentPassword: "wrong", email }, 400, "currentPassword"],
      [{ currentPassword: password, email: "nowhere" }, 400, "email"],
      [{ currentPassword: password, email: "robot@example.com" }, 409, "email"],
    ] as const) {
      const answer = await change(fromPage(cookie), payload)
      assert.deepEqual([answer.statusCode, answer.json()._embedded.errors[0].path], [status, path], answer.body)
    }
    const { token } = await issuePersonalToken(desk.db, { userId: adaId, name: "x", scope: "administration" })
    assert.equal((await change(bearer(token), { currentPassword: password, email })).statusCode, 403)
    const tries = []
    for (let times = 0; times < 6; times++)
      tries.push((await change(fromPage(cookie), { currentPassword: "wrong", email })).statusCode)
    assert.equal(tries.at(-1), 429)
  })
})
