import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Child } from "../desks/children.ts"
import type { Operation } from "../operations/operation.ts"
import { get } from "../operations/requests.ts"
import type { Load } from "./load.ts"
import type { Order } from "./loader.ts"
import { answered } from "./measure.ts"
import { warm, warmAgain } from "./warm.ts"

const perLoad = 60

const loader: Child = {
  pid: 0,
  ready: "",
  stop: async () => {},
  async ask<Answer>(message: object): Promise<Answer> {
    const { turn } = message as Extract<Order, { do: "load" }>
    const latencyMs = { p50: 1, p95: 1, p99: 1 }
    return { seconds: 1, requests: perLoad, latencyMs, turn: turn + perLoad } satisfies Load as Answer
  },
}

const subject = { nodes: [{ address: "desk", pid: process.pid }], postmasters: [] }

async function warmed(kind: Operation["kind"]): Promise<{ before: number; again: number }> {
  const requests = Array.from({ length: 300 }, (_, id) => get(`/${id}`))
  const operation: Operation = { name: "read", kind, by: "desk", requests }
  await warm({ operations: [operation], desk: subject, floor: subject }, ["read"], loader)
  const before = answered(operation)
  await warmAgain(operation, subject, loader)
  return { before, again: answered(operation) - before }
}

describe("warm and warmAgain", () => {
  test("send each hot request, and again right before it is measured", async () => {
    assert.deepEqual(await warmed("get"), { before: 300, again: 300 })
  })

  test("leave most cold requests unsent", async () => {
    assert.deepEqual(await warmed("cold"), { before: 2 * perLoad, again: 0 })
  })
})
