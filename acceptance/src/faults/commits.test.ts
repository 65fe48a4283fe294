import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { check } from "./checker.ts"
import { isThorough } from "./extent.ts"
import { type Ground, type Node, openGround, startNode } from "./ground.ts"
import type { Attempt } from "./journal.ts"
import { sendAttempt } from "./load.ts"
import { creating, operationNamed, operations, tagging } from "./operations.ts"
import { type Fault, FaultProxy } from "./proxy.ts"
import { readBack } from "./read-back.ts"
import { type Mark, readMark, readStored } from "./stored.ts"

let ground: Ground
let proxy: FaultProxy
let node: Node
let mark: Mark
let sent = 0

/** One whose answer is kept, and the one that needs no key: each kill costs a start. */
const killed = operations.filter(({ name }) => isThorough || name === creating || name === tagging)

const committed = ({ token }: Attempt): Fault => ({ call: "commit", about: token, moment: "after" })

before(async () => {
  ground = await openGround()
  proxy = await FaultProxy.open(ground.databaseUrl)
  node = await startNode(ground, { databaseUrl: proxy.url })
  mark = await readMark(ground.db)
})
after(async () => {
  await node.signal("SIGKILL")
  await proxy.close()
  await ground.close()
})

const newAttempt = (operation: string): Attempt => ({
  token: `fc0000000-0-${++sent}`,
  operation,
  target: { inboxId: ground.ids.inboxes.empty, conversationId: ground.conversationId },
  acknowledged: [],
})

const stored = ({ token }: Attempt) => readStored(ground.db, mark, token)

/** The same request with the same key: what is stored is what its answer names, once. */
async function assertSettled(attempt: Attempt, origin: string): Promise<void> {
  const answers = [await send(attempt, origin), await send(attempt, origin)]
  assert.deepEqual(
    answers.map((answer) => answer?.status),
    Array(2).fill(operationNamed(attempt.operation).answer ?? 201),
  )
  assert.deepEqual(check([attempt], await stored(attempt), operations), [])
  await readBack([attempt], { origin, token: ground.token })
}

async function send(attempt: Attempt, origin: string) {
  const answer = await sendAttempt(attempt, { origins: [origin], token: ground.token })
  if (answer?.acknowledgement) attempt.acknowledged.push(answer.acknowledgement)
  return answer
}

describe("when the answer to COMMIT is lost", () => {
  test("kill -9 between COMMIT and the response: again gives the first answer (K2)", async () => {
    for (const { name, leaves } of killed) {
      const attempt = newAttempt(name)
      const struck = proxy.breakAt({ ...committed(attempt), first: () => node.signal("SIGKILL") })
      assert.equal(await send(attempt, node.origin), undefined)
      await struck
      assert.equal((await stored(attempt)).size, 1, "it was committed")
      node = await startNode(ground, { databaseUrl: proxy.url })
      const answer = await send(attempt, node.origin)
      assert.equal(answer?.headers.get("Idempotency-Replayed"), leaves.keptAnswers === 1 ? "true" : null)
      await assertSettled(attempt, node.origin)
    }
  })

  test("the connection is reset after COMMIT: 503, and again the first answer (D4)", () => assertUnknown("after"))

  test("the connection is reset before COMMIT: 503, and again it is done (D4)", () => assertUnknown("before"))
})

async function assertUnknown(moment: Fault["moment"]): Promise<void> {
  for (const { name } of operations) {
    const attempt = newAttempt(name)
    const struck = proxy.breakAt({ ...committed(attempt), moment })
    const answer = await send(attempt, node.origin)
    await struck
    assert.deepEqual([answer?.status, answer?.headers.get("Retry-After")], [503, "2"])
    assert.equal((await stored(attempt)).size, moment === "after" ? 1 : 0)
    await assertSettled(attempt, node.origin)
  }
}
