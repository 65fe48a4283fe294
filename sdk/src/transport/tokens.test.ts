import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { DeskhandClient } from "../client.ts"
import { answer, inTurn, openStage, type Play, type Stage, StillTime } from "../testing.ts"

let stage: Stage
let time: StillTime

before(async () => {
  stage = await openStage()
})
after(() => stage.close())
beforeEach(() => {
  stage.seen = []
  time = new StillTime()
})

function client(): DeskhandClient {
  return new DeskhandClient({ baseUrl: stage.baseUrl, token: "secret", ...time.options })
}

function appClient(): DeskhandClient {
  return new DeskhandClient({ baseUrl: stage.baseUrl, clientId: "app", clientSecret: "hush", ...time.options })
}

describe("client credentials", () => {
  /** Grants t1, t2, … and takes only the newest. */
  function granting(lifetimeSeconds: number): { play: Play; grants: () => number; revoke(): void } {
    let grants = 0
    let revoked = false
    return {
      grants: () => grants,
      revoke() {
        revoked = true
      },
      play({ url, headers }, response) {
        if (url === "/v2/oauth2/token") {
          revoked = false
          const access_token = `t${++grants}`
          return answer(response, 200, { access_token, token_type: "bearer", expires_in: lifetimeSeconds })
        }
        if (revoked || headers.authorization !== `Bearer t${grants}`)
          return answer(response, 401, { logRef: "r", message: "Bad token" })
        return answer(response, 200, { id: 1 })
      },
    }
  }

  test("get one token for many requests", async () => {
    const desk = granting(172_800)
    stage.play = desk.play
    const { users } = appClient()
    await Promise.all([users.me(), users.me(), users.me()])
    await users.me()
    assert.equal(desk.grants(), 1)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(stage.seen[0]?.body)), {
      grant_type: "client_credentials",
      client_id: "app",
      client_secret: "hush",
    })
    assert.equal(stage.seen[0]?.headers.authorization, undefined)
  })

  test("get another one before the first runs out", async () => {
    const desk = granting(3_600)
    stage.play = desk.play
    const { users } = appClient()
    await users.me()
    time.clock += 3_530_000
    await users.me()
    assert.equal(desk.grants(), 1)
    time.clock += 20_000
    await users.me()
    assert.equal(desk.grants(), 2)
  })

  test("get another one when the first is refused, once for all who wait", async () => {
    const desk = granting(3_600)
    stage.play = desk.play
    const { users } = appClient()
    await users.me()
    desk.revoke()
    const answers = await Promise.all([users.me(), users.me(), users.me()])
    assert.deepEqual(
      answers.map(({ id }) => id),
      [1, 1, 1],
    )
    assert.equal(desk.grants(), 2)
  })

  test("keep the new one when a refusal of the old one comes late", async () => {
    const desk = granting(3_600)
    const arrived = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    stage.play = (seen, response) => {
      if (seen.url !== "/v2/users/7" || seen.headers.authorization !== "Bearer t1") return desk.play(seen, response)
      arrived.resolve()
      void released.promise.then(() => answer(response, 401, { logRef: "r", message: "Bad token" }))
    }
    const { users } = appClient()
    await users.me()
    const late = users.get(7)
    await arrived.promise
    desk.revoke()
    await users.me()
    released.resolve()
    await late
    assert.equal(desk.grants(), 2)
  })

  test("are asked for narrowed, and again while the desk is away", async () => {
    const desk = granting(3_600)
    stage.play = inTurn((_, response) => answer(response, 503, undefined, { "Retry-After": "2" }), desk.play)
    const options = { clientId: "app", clientSecret: "hush", scope: "read-only", ...time.options } as const
    await new DeskhandClient({ baseUrl: stage.baseUrl, ...options }).users.me()
    assert.deepEqual(time.pauses, [2_000])
    assert.equal(new URLSearchParams(stage.seen[1]?.body).get("scope"), "read-only")
  })

  test("give up on a second 401, and a given token on the first", async () => {
    stage.play = ({ url }, response) =>
      url === "/v2/oauth2/token"
        ? answer(response, 200, { access_token: "t", token_type: "bearer", expires_in: 3_600 })
        : answer(response, 401, { logRef: "r", message: "Nobody" })
    await assert.rejects(appClient().users.me(), { status: 401, message: "Nobody" })
    assert.equal(stage.seen.filter(({ url }) => url === "/v2/users/me").length, 2)
    stage.seen = []
    await assert.rejects(client().users.me(), { status: 401 })
    assert.equal(stage.seen.length, 1)
  })

  test("that are wrong fail in the words of the token endpoint, and are tried anew next time", async () => {
    stage.play = (_, response) =>
      answer(response, 401, { error: "invalid_client", error_description: "Unknown client" })
    const { users } = appClient()
    await assert.rejects(users.me(), { status: 401, message: "Unknown client" })
    await assert.rejects(users.me(), { status: 401, message: "Unknown client" })
    assert.equal(stage.seen.length, 2)
  })
})

describe("a refresh token", () => {
  const credentials = { clientId: "app", clientSecret: "hush", refreshToken: "r0" }

  /** Takes each refresh token once, in turn, and only the newest access token. */
  function rotating(first: string): { play: Play; refreshes: () => number } {
    let refreshes = 0
    let current = first
    return {
      refreshes: () => refreshes,
      play({ url, headers, body }, response) {
        if (url !== "/v2/oauth2/token")
          return headers.authorization === `Bearer ${current}`
            ? answer(response, 200, { id: 1 })
            : answer(response, 401, { logRef: "r", message: "Bad token" })
        if (new URLSearchParams(body).get("refresh_token") !== `r${refreshes}`)
          return answer(response, 400, { error: "invalid_grant", error_description: "Used before" })
        current = `t${++refreshes}`
        const tokens = { access_token: current, refresh_token: `r${refreshes}`, token_type: "bearer" }
        return answer(response, 200, { ...tokens, expires_in: 3_600 })
      },
    }
  }

  test("is replaced by each answer, and the new one is handed out to be kept", async () => {
    const desk = rotating("none")
    stage.play = desk.play
    const kept: unknown[] = []
    const onRefresh = async (tokens: unknown) => {
      kept.push(tokens)
    }
    const { users } = new DeskhandClient({ baseUrl: stage.baseUrl, ...credentials, onRefresh, ...time.options })
    await Promise.all([users.me(), users.me(), users.me()])
    time.clock += 3_600_000
    await Promise.all([users.me(), users.me()])
    assert.deepEqual(kept, [
      { accessToken: "t1", refreshToken: "r1" },
      { accessToken: "t2", refreshToken: "r2" },
    ])
    assert.deepEqual(Object.fromEntries(new URLSearchParams(stage.seen[0]?.body)), {
      grant_type: "refresh_token",
      client_id: "app",
      client_secret: "hush",
      refresh_token: "r0",
    })
  })

  test("is not used before the given access token is refused", async () => {
    const desk = rotating("still good")
    stage.play = desk.play
    const options = { ...credentials, accessToken: "still good", ...time.options }
    const { users } = new DeskhandClient({ baseUrl: stage.baseUrl, ...options })
    await users.me()
    assert.equal(desk.refreshes(), 0)
    stage.play = rotating("another").play
    await Promise.all([users.me(), users.me()])
    assert.equal(stage.seen.filter(({ url }) => url === "/v2/oauth2/token").length, 1)
  })

  test("is never sent twice, because that would end all tokens of its family", async () => {
    stage.play = (_, response) => answer(response, 503, { error: "server_error", error_description: "Later" })
    const { clientSecret: _, ...publicApp } = credentials
    const { users } = new DeskhandClient({ baseUrl: stage.baseUrl, ...publicApp, ...time.options })
    await assert.rejects(users.me(), { status: 503, code: "server_error" })
    assert.equal(stage.seen.length, 1)
    assert.equal(new URLSearchParams(stage.seen[0]?.body).has("client_secret"), false)
  })

  test("that is refused says so in the words of the token endpoint", async () => {
    stage.play = rotating("none").play
    const { users } = new DeskhandClient({ baseUrl: stage.baseUrl, ...credentials, refreshToken: "spent" })
    await assert.rejects(users.me(), { status: 400, code: "invalid_grant", message: "Used before" })
  })
})
