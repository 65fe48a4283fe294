import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import fc from "fast-check"
import { Connections, type RawAnswer } from "./bad-input/connection.ts"
import { type Fault, faultsOf } from "./bad-input/faults.ts"
import { Random } from "./bad-input/random.ts"
import { type BadRequest, randomRequest } from "./bad-input/requests.ts"
import { closeDesk, get, ids, openDesk, origin, read, send, tokenOf } from "./interface/desk.ts"
import { OpenApi, type Operation } from "./openapi.ts"

/** `npm run explore` sends more, and every wrong value of every field. */
const factor = Number(process.env["DESKHAND_TEST_RUNS_FACTOR"] ?? 1)
const amount = 300 * factor
const mostFaults = factor === 1 ? 400 : Number.POSITIVE_INFINITY
const seed = Number(process.env["DESKHAND_TEST_SEED"])

let api: OpenApi
let connections: Connections

before(async () => {
  await openDesk()
  api = new OpenApi(await read("/openapi.json"))
  connections = new Connections(origin, 16)
})
after(async () => {
  connections.close()
  await closeDesk()
})

describe("bad input", () => {
  test(`${amount} requests with seed ${seed}: no defect, no hang, and every refusal says why`, async () => {
    const random = new Random(seed)
    const samples = { api, random, idsFor }
    const Authorization = `Bearer ${await tokenOf("ada")}`
    const operations = api.operations.filter(isHarmless)
    const unfair: string[] = []
    let left = amount
    const work = async () => {
      while (left-- > 0) {
        const request = randomRequest(operations, samples)
        const sent = { ...request, headers: { Authorization, ...request.headers } }
        try {
          const answer = await connections.send(sent)
          assertFair(request, answer)
        } catch (error) {
          unfair.push(`${(error as Error).message}\n${show(request)}`)
        }
      }
    }
    await Promise.all(Array.from({ length: 16 }, work))
    assert.equal(
      unfair.length,
      0,
      `${unfair.length} were answered wrongly, such as\n${unfair.slice(0, 5).join("\n\n")}`,
    )
    assert.equal((await read("/v2/users/me")).id, ids.users.ada)
  })
})

describe("one wrong value", () => {
  test("of a parameter or field is named by its path", async () => {
    const operations = api.operations.filter(({ path }) => /^\/v[23]\/(?!oauth2)/.test(path))
    const all = operations.flatMap((operation) => faultsOf(operation, api))
    assert.ok(all.length > 500)
    // Some of each operation: every n-th in the order of the document.
    const step = Math.ceil(all.length / mostFaults) || 1
    const faults = all.filter((_, index) => index % step === 0)
    const unnamed: string[] = []
    const work = async () => {
      for (let fault = faults.pop(); fault !== undefined; fault = faults.pop()) {
        const { status, body } = await sendFault(fault)
        const named = body?._embedded?.errors?.some(
          (error: { path: string; source: string }) => error.path === fault.path && error.source === fault.source,
        )
        if (status !== 400 || !named)
          unnamed.push(`${describeFault(fault)} → ${status} ${JSON.stringify(body).slice(0, 400)}`)
      }
    }
    await Promise.all(Array.from({ length: 8 }, work))
    assert.equal(unnamed.length, 0, `${unnamed.length}:\n${unnamed.slice(0, 20).join("\n")}`)
  })

  test("that only its meaning gives away is named too", async () => {
    const { support } = ids.inboxes
    const inSupport = `/v2/conversations?mailbox=${support}&`
    for (const [path, named] of [
      ["/v2/conversations?modifiedSince=2024-02-31", "modifiedSince"],
      ["/v2/conversations?modifiedSince=2024-01-01T25:00:00Z", "modifiedSince"],
      ["/v2/conversations?customFieldsByIds=1:x", "mailbox"],
      [`${inSupport}customFieldsByIds=nonsense`, "customFieldsByIds"],
      [`${inSupport}customFieldsByIds=999999:x`, "customFieldsByIds"],
      [`${inSupport}customFieldsByIds=${ids.fields.plan.id}:`, "customFieldsByIds"],
      ["/v2/conversations?query=(", "query"],
      ["/v2/conversations?query=nothing:here", "query"],
      ["/v2/conversations?query=number:many", "query"],
      [`/v2/conversations?query=${"a".repeat(3_000)}`, "query"],
      ["/v2/customers?modifiedSince=2024-02-31", "modifiedSince"],
      ["/v2/customers?query=(", "query"],
      ["/v3/customers?createdSince=2024-02-31", "createdSince"],
      ["/v3/customers?modifiedSince=2024-02-31", "modifiedSince"],
      ["/v3/customers?cursor=nonsense", "cursor"],
      ["/v3/customers?query=(", "query"],
      ["/v2/ratings?modifiedSince=2024-02-31", "modifiedSince"],
    ] as const) {
      const { status, body } = await get(path)
      assert.equal(status, 400, path)
      assert.equal(body._embedded.errors[0]?.path, named, path)
    }
  })

  test("a query of random characters is understood or refused", async () => {
    const pieces = fc.constantFrom(
      ...'( ) [ ] { } " : \\ * AND OR NOT TO NOW -1HOUR /YEAR subject: createdAt: a é'.split(" "),
    )
    const anything = fc.string({ unit: "binary", maxLength: 40 })
    const query = fc.oneof(
      anything,
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(" ")),
    )
    await fc.assert(
      fc.asyncProperty(
        query,
        fc.constantFrom("/v2/conversations", "/v2/customers", "/v3/customers"),
        async (text, path) => {
          const { status, body } = await get(`${path}?query=${encodeURIComponent(text.toWellFormed())}`)
          if (status !== 200) assert.deepEqual([status, body._embedded.errors[0].path], [400, "query"])
        },
      ),
      { numRuns: 100 },
    )
  })
})

function sendFault({ operation: { method, path }, query, place, body }: Fault) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
    place?.name === name ? encodeURIComponent(place?.value ?? "") : String(idsFor(name)[0] ?? 1),
  )
  return send(method, query === undefined ? filled : `${filled}?${query}`, body === undefined ? {} : { body })
}

function describeFault({ operation: { method, path }, query, place, body, path: fault }: Fault): string {
  const wrong = query ?? JSON.stringify(place ?? body)
  return `${method} ${path} with ${wrong.slice(0, 200)} for ${fault}`
}

/** All but those that would take our token away. */
function isHarmless({ method, path }: Operation): boolean {
  return path !== "/v2/oauth2/revoke" && !(method === "DELETE" && path.includes("/tokens/"))
}

function idsFor(name: string): number[] {
  const known: Record<string, object> = {
    conversationId: ids.conversations,
    threadId: ids.threads.withAttachments,
    attachmentId: ids.attachments,
    customerId: ids.customers,
    organizationId: ids.organizations,
    mailboxId: ids.inboxes,
    mailbox: ids.inboxes,
    folder: ids.folders.support,
    assigned_to: ids.users,
    assignTo: ids.users,
    user: ids.users,
    userId: ids.users,
    systemUserId: ids.users,
    teamId: ids.teams,
    tagId: ids.tags,
    ratingId: ids.ratings,
    webhookId: ids.webhooks,
    deliveryId: ids.deliveries,
    replyId: ids.savedReplies,
    folderId: ids.folders.support,
    fieldId: Object.values<{ id: number }>(ids.fields).map(({ id }) => id),
    id: ids.customers,
  }
  return Object.values(known[name] ?? {}).filter((id) => typeof id === "number")
}

const pages = /^\/(oauth2|authentication|docs|errors|rate)\b/
const oauth = /^\/v2\/oauth2\//

function assertFair(request: BadRequest, { status, headers, text }: RawAnswer): void {
  const about = () => `→ ${status} ${headers["content-type"]} ${text.slice(0, 500)}`
  assert.ok(status < 500, about())
  // So long a URL comes to nothing but Node's own parser.
  if (status === 431) return
  if (status < 400 || request.method === "HEAD") return
  if (pages.test(request.path) && /html/.test(String(headers["content-type"]))) return
  if (oauth.test(request.path) && /"error_description":"[^"]/.test(text)) return
  assert.equal(headers["content-type"], "application/vnd.error+json", about())
  const body = JSON.parse(text)
  assert.equal(body.logRef, headers["correlation-id"], about())
  assert.ok(body.message.length > 0, about())
  const code = body._links.about.href.split("/").at(-1)
  if (!["validation", "query", "cursor"].includes(code)) return
  assert.ok(body._embedded.errors.length > 0, about())
  for (const { path, message, source } of body._embedded.errors) {
    assert.ok(path.length > 0 && message.length > 0, about())
    assert.ok(["JSON", "QUERY", "PATH"].includes(source), about())
  }
}

function show({ method, path, headers, body }: BadRequest): string {
  return `${method} ${path.slice(0, 600)} ${JSON.stringify(headers)}\n${body?.slice(0, 1_500) ?? ""}\n(seed ${seed})`
}
