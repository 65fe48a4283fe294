import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { glob, readFile } from "node:fs/promises"
import { after, describe, test } from "node:test"
import { startTestServer } from "../../../test/desk/http.ts"
import { errorCodes } from "./codes.ts"

const server = startTestServer()
after(() => server.close())

const source = new URL("../../", import.meta.url)

interface Use {
  file: string
  code: string
}

/** Codes are written where errors are made; one that is computed could not be looked up, so it is refused. */
async function codesInUse(): Promise<{ uses: Use[]; unreadable: string[] }> {
  const uses: Use[] = []
  const unreadable: string[] = []
  for await (const file of glob("**/*.ts", { cwd: source, exclude: (name) => name.endsWith(".test.ts") })) {
    const text = await readFile(new URL(file, source), "utf8")
    for (const [call, code] of text.matchAll(
      /(?:new DeskError\(\s*[\w.]+,|(?<!function )\b(?:conflict|preconditionFailed)\()\s*(?:"(\w+)")?/g,
    ))
      if (code !== undefined) uses.push({ file, code })
      else if (file !== "errors.ts") unreadable.push(`${file}: ${call}`)
  }
  return { uses, unreadable }
}

describe("errorCodes", () => {
  test("explains every code that the source uses", async () => {
    const { uses, unreadable } = await codesInUse()
    assert(uses.length > 15, "the scan finds the codes")
    assert.deepEqual(unreadable, [], "write the code as a literal")
    const missing = uses.filter(({ code }) => !(code in errorCodes))
    assert.deepEqual(missing, [], "add them to error-codes.ts")
  })

  test("has no code that nothing uses", async () => {
    const used = new Set((await codesInUse()).uses.map(({ code }) => code))
    assert.deepEqual(
      Object.keys(errorCodes).filter((code) => !used.has(code)),
      [],
    )
  })
})

describe("GET /errors", () => {
  test("lists every code", async () => {
    const { statusCode, body } = await server.app.inject({ url: "/errors" })
    assert.equal(statusCode, 200)
    for (const code of Object.keys(errorCodes)) assert(body.includes(`href="/errors/${code}"`), code)
  })
})

describe("GET /errors/:code", () => {
  test("is where the about link of an error leads", async () => {
    const problem = await server.app.inject({ url: "/v2/tags/none", headers: { authorization: "Bearer owner" } })
    assert.equal(problem.statusCode, 400)
    const about = new URL(problem.json()._links.about.href)
    const page = await server.app.inject({ url: about.pathname })
    assert.equal(page.statusCode, 200)
    assert.match(String(page.headers["content-type"]), /^text\/html/)
    assert(page.body.includes(errorCodes["validation"]?.title ?? "?"))
  })

  test("lets in its own style and nothing else", async () => {
    const { body, headers } = await server.app.inject({ url: "/errors/throttled" })
    const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? ""
    const digest = createHash("sha256").update(style).digest("base64")
    assert(String(headers["content-security-policy"]).includes(`style-src 'sha256-${digest}'`))
  })

  for (const code of ["nothing", "constructor", "__proto__", "%3Cscript%3E"])
    test(`404 for ${code}`, async () => {
      const { statusCode, headers, body } = await server.app.inject({ url: `/errors/${code}` })
      assert.equal(statusCode, 404)
      assert.equal(headers["content-type"], "application/vnd.error+json")
      assert.equal(body.includes("<script"), false)
    })
})
