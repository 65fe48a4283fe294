import type { Operation } from "../operations/operation.ts"
import { ask, type Caller, get, type Request } from "../operations/requests.ts"
import { createName } from "../operations/writes.ts"

export interface Freshness {
  /** How often something was read right after it was written. */
  reads: number
  /** What was read as it had been before, or not at all. */
  stale: string[]
}

/**
 * Writes through one node and reads through the other at once, in turns: each answer must show what was written. With
 * the same node twice this is whether one reads one's own writes.
 */
export async function checkFreshness(
  [one, other]: [Caller, Caller],
  operations: Operation[],
  rounds: number,
): Promise<Freshness> {
  const freshness: Freshness = { reads: 0, stale: [] }
  const { requests } = operations.find(({ name }) => name === createName)!
  for (let round = 0; round < rounds; round++) {
    const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one]
    const expect: Expect = async (what, path, isFresh) => {
      freshness.reads++
      const answer = JSON.parse(await ask(reader, get(path)).catch(() => "{}")) as Read
      if (!isFresh(answer)) freshness.stale.push(`${what}, round ${round}`)
    }
    const path = await changeConversation(writer, requests[round % requests.length]!, expect)
    await changeReferences(writer, path, expect)
  }
  return freshness
}

/** As much of what is read as is looked at. */
interface Read {
  id?: number
  lastName?: string
  status?: string
  tags?: { tag: string }[]
  _embedded?: { conversations?: { id: number }[]; threads?: { id: number; createdBy?: { last: string } }[] }
}

type Expect = (what: string, path: string, isFresh: (answer: Read) => boolean) => Promise<void>

/** Gives its path. */
async function changeConversation(writer: Caller, create: Request, expect: Expect): Promise<string> {
  const id = await writeNew(writer, create)
  const path = `/v2/conversations/${id}`
  await expect("a new conversation", path, (answer) => answer.id === id)
  await expect("a list with a new conversation", "/v2/conversations?status=all", (answer) =>
    Boolean(answer._embedded?.conversations?.some((each) => each.id === id)),
  )
  const note: Request = { method: "POST", path: `${path}/notes`, body: { text: "Noted" }, answer: { status: 201 } }
  const threadId = await writeNew(writer, note)
  await expect("a new thread", `${path}/threads`, (answer) =>
    Boolean(answer._embedded?.threads?.some((each) => each.id === threadId)),
  )
  await change(writer, "PATCH", path, { op: "replace", path: "/status", value: "pending" })
  await expect("a change of status", path, (answer) => answer.status === "pending")
  return path
}

/** What many conversations show and a node might cache: tags and users. */
async function changeReferences(writer: Caller, path: string, expect: Expect): Promise<void> {
  const name = `bench ${path}`
  const tagsOf = ({ tags }: Read) => tags?.map(({ tag }) => tag).join()
  const id = await writeNew(writer, { method: "POST", path: "/v2/tags", body: { name }, answer: { status: 201 } })
  await change(writer, "PUT", `${path}/tags`, { tags: [name] })
  await expect("a new tag", path, (answer) => tagsOf(answer) === name)
  await change(writer, "PUT", `/v2/tags/${id}`, { name: `${name} again` })
  await expect("a renamed tag", path, (answer) => tagsOf(answer) === `${name} again`)
  await change(writer, "DELETE", `/v2/tags/${id}`)
  await expect("a deleted tag", path, (answer) => tagsOf(answer) === "")

  const me = JSON.parse(await ask(writer, get("/v2/users/me"))) as Read
  const authorOf = ({ _embedded }: Read) => _embedded?.threads?.find(({ createdBy }) => createdBy)?.createdBy?.last
  for (const name of [`Bench ${path.slice(-8)}`, me.lastName]) {
    await change(writer, "PUT", `/v2/users/${me.id}`, { lastName: name })
    await expect("a renamed user", `${path}/threads`, (answer) => authorOf(answer) === name)
  }
}

async function change(writer: Caller, method: Request["method"], path: string, body?: object): Promise<void> {
  await ask(writer, { method, path, ...(body && { body }), answer: { status: 204 } })
}

async function writeNew({ address, token }: Caller, { path, body }: Request): Promise<number> {
  const response = await fetch(address + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`POST ${path} answered ${response.status}: ${text.slice(0, 500)}`)
  return Number(response.headers.get("resource-id"))
}
