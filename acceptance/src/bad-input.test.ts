import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Connections, type RawAnswer } from "./bad-input/connection.ts"
import { Random } from "./bad-input/random.ts"
import { type BadRequest, randomRequest } from "./bad-input/requests.ts"
import { closeDesk, ids, openDesk, origin, read, tokenOf } from "./interface/desk.ts"
import { OpenApi, type Operation } from "./openapi.ts"

const amount = 10_000
const seed = Number(process.env["BAD_INPUT_SEED"] ?? Date.now() % 1_000_000_007)

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
    const statuses = new Map<number, number>()
    const unfair: string[] = []
    let left = amount
    const work = async () => {
      while (left-- > 0) {
        const request = randomRequest(operations, samples)
        const sent = { ...request, headers: { Authorization, ...request.headers } }
        try {
          const answer = await connections.send(sent)
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
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
    // Both kinds must be there, or the requests are not what they are meant to be.
    for (const status of [200, 400, 404]) assert.ok((statuses.get(status) ?? 0) > amount / 100, `${status} is rare`)
    assert.equal((await read("/v2/users/me")).id, ids.users.ada)
  })
})

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
    replyId: ids.savedReplies,
    id: ids.customers,
  }
  return Object.values(known[name] ?? {}).filter((id) => typeof id === "number")
}

const pages = /^\/(oauth2|authentication|docs|errors)\b/
const oauth = /^\/v2\/oauth2\//

function assertFair(request: BadRequest, { status, headers, text }: RawAnswer): void {
  const about = () => `→ ${status} ${headers["content-type"]} ${text.slice(0, 500)}`
  assert.ok(status < 500, about())
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
