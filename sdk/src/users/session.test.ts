import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { DeskhandClient } from "../client.ts"
import { answer, inTurn, openStage, type Stage, StillTime } from "../testing.ts"

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
  return new DeskhandClient({ baseUrl: stage.baseUrl, session: true, ...time.options })
}

describe("a client of a page", () => {
  test("sends no token, and takes a refusal as it is", async () => {
    stage.play = (_, response) => answer(response, 401, { message: "Who?" })
    await assert.rejects(client().session.get(), { name: "DeskhandError", status: 401, message: "Who?" })
    assert.deepEqual(
      stage.seen.map(({ method, url, headers }) => [method, url, headers.authorization]),
      [["GET", "/session", undefined]],
    )
  })

  test("signs in, changes the password and the address, and signs out", async () => {
    stage.play = (_, response) => answer(response, 204)
    const { session } = client()
    await session.signIn("ann@example.com", "first secret")
    await session.changePassword("first secret", "second secret")
    await session.changeEmail("second secret", "anna@example.com")
    await session.signOut()
    assert.deepEqual(
      stage.seen.map(({ method, url, body }) => [method, url, body]),
      [
        ["POST", "/session", '{"email":"ann@example.com","password":"first secret"}'],
        ["PUT", "/session/password", '{"currentPassword":"first secret","newPassword":"second secret"}'],
        ["PUT", "/session/email", '{"currentPassword":"second secret","email":"anna@example.com"}'],
        ["DELETE", "/session", ""],
      ],
    )
  })

  test("asks for a link to choose a new password, checks it and uses it", async () => {
    const state = { email: "ann@example.com", expiresAt: "2026-01-01T00:00:00Z" }
    stage.play = ({ url }, response) =>
      url === "/session/reset/check" ? answer(response, 200, state) : answer(response, 202)
    const { session } = client()
    await session.askForReset("ann@example.com")
    assert.deepEqual(await session.checkReset("secret"), state)
    await session.resetPassword("secret", "third secret")
    assert.deepEqual(
      stage.seen.map(({ method, url, body }) => [method, url, body]),
      [
        ["POST", "/session/reset", '{"email":"ann@example.com"}'],
        ["POST", "/session/reset/check", '{"token":"secret"}'],
        ["PUT", "/session/reset", '{"token":"secret","newPassword":"third secret"}'],
      ],
    )
  })

  test("tells whoever has failed too often at once, instead of waiting for them", async () => {
    stage.play = inTurn((_, response) => answer(response, 429, { message: "Later" }, { "Retry-After": "5" }))
    await assert.rejects(client().session.signIn("ann@example.com", "x"), { status: 429, retryAfterSeconds: 5 })
    assert.deepEqual(time.pauses, [])
  })
})
