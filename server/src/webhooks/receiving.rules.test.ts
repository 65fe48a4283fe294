import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { before, describe, test } from "node:test"
import { signedHeaders } from "./deliveries/sign.ts"

interface Request {
  headers: Record<string, string>
  body: string
  secret: string
  now?: number
}

/** What docs/webhooks.md gives receivers to copy. */
let example: Record<"isGenuine" | "isSigned", (request: Request) => boolean>

before(async () => {
  const page = readFileSync(new URL("../../../docs/webhooks.md", import.meta.url), "utf8")
  const code = /```js\n(.*?)```/s.exec(page)?.[1] ?? ""
  example = await import(`data:text/javascript,${encodeURIComponent(code)}`)
})

const at = new Date("2026-03-04T05:06:07Z")
const body = '{"id":1,"text":"Grüße"}'

function request(secret: string, previousSecret?: string): Omit<Request, "secret"> {
  const about = { prefixes: ["X-Deskhand"], kind: "tag.created", token: "an-id", body, at }
  const headers = signedHeaders({ ...about, secret, previousSecret })
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { headers: Object.fromEntries(lower), body, now: at.getTime() }
}

describe("the example for receivers", () => {
  for (const secret of ["plain secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
    test(`knows what the desk has signed with ${secret.slice(0, 6)}`, () => {
      const genuine = { ...request(secret), secret }
      assert.deepEqual([example.isGenuine(genuine), example.isSigned(genuine)], [true, true])
      assert.equal(example.isGenuine({ ...request("newer", secret), secret }), true, "during the change of a secret")
    })

  test("refuses another body, secret, id or time", () => {
    const secret = "plain secret"
    const genuine = { ...request(secret), secret }
    const { headers } = genuine
    for (const forged of [
      { ...genuine, body: body.replace("1", "2") },
      { ...genuine, secret: "another" },
      { ...genuine, headers: { ...headers, "webhook-signature": "", "x-deskhand-signature": "" } },
    ])
      assert.deepEqual([example.isGenuine(forged), example.isSigned(forged)], [false, false])
    assert.equal(example.isGenuine({ ...genuine, headers: { ...headers, "webhook-id": "other" } }), false)
    assert.equal(example.isGenuine({ ...genuine, headers: { ...headers, "webhook-timestamp": "1772600768" } }), false)
    assert.equal(example.isGenuine({ ...genuine, now: at.getTime() + 301_000 }), false)
  })
})
