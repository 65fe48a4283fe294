import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { Child } from "../desks/children.ts"
import type { Operation } from "../operations/operation.ts"
import { get } from "../operations/requests.ts"
import type { Load } from "./load.ts"
import type { Order } from "./loader.ts"
import { type Ground, measureRounds } from "./rounds.ts"

const operation = (name: string, more: Partial<Operation> = {}): Operation => ({
  name,
  kind: "list",
  by: "desk",
  floor: "floor",
  requests: [get(`/${name}`)],
  ...more,
})

const floorOf = (name: string): Operation => ({
  name,
  kind: "other",
  by: "floor",
  requests: [get(`/${name}`)],
})

const ground = (conversations: number, operations: Operation[]): Ground => ({
  conversations,
  desk: { nodes: [{ address: `desk ${conversations}`, pid: process.pid }], postmasters: [] },
  floor: { nodes: [{ address: `floor ${conversations}`, pid: process.pid }], postmasters: [] },
  operations,
})

/** Answers each load by what is next, and remembers whom it was for; warm-ups are as fast as what follows. */
function loaderOf(perSecond: (address: string, path: string, times: number) => number) {
  const asked: string[] = []
  const loader: Child = {
    pid: 0,
    ready: "",
    stop: async () => {},
    async ask<Answer>(message: object): Promise<Answer> {
      const { addresses, requests, seconds, turn } = message as Extract<Order, { do: "load" }>
      const [address = "", path = ""] = [addresses[0], requests[0]?.path]
      asked.push(`${address} ${path}`)
      const times = asked.filter((each) => each === asked.at(-1)).length
      const done: Load = {
        seconds,
        requests: perSecond(address, path, times) * seconds,
        latencyMs: { p50: 1, p95: 1, p99: 1 },
        turn: turn + 1,
      }
      return done as Answer
    },
  }
  return { loader, asked }
}

const pace = { connections: 4, seconds: 1, warmUpSeconds: 0 }
const quietly = { pace, say: () => {} }

describe("measureRounds", () => {
  test("divides by the mean of the floor before and after", async () => {
    const grounds = [ground(10, [floorOf("floor"), operation("one")])]
    const { loader } = loaderOf((address, _, times) => (address.startsWith("desk") ? 300 : times === 1 ? 500 : 700))
    const results = await measureRounds(grounds, ["floor", "one"], { loader, ...quietly })
    const figures = results.map((each) => [each.operation, each.perSecond, each.ofFloor])
    assert.deepEqual(figures, [
      ["floor", 600, undefined],
      ["one", 300, 0.5],
    ])
  })

  test("takes desks of all sizes in turn, and the floor anew after four operations", async () => {
    const names = ["floor", "1", "2", "3", "4", "5"]
    const make = (size: number) => ground(size, [floorOf("floor"), ...names.slice(1).map((name) => operation(name))])
    const { loader, asked } = loaderOf(() => 100)
    await measureRounds([make(10), make(20)], names, { loader, ...quietly })
    const both = (who: string, path: string) => [`${who} 10 /${path}`, `${who} 20 /${path}`]
    assert.deepEqual(asked, [
      ...both("floor", "floor"),
      ...["1", "2", "3", "4"].flatMap((name) => both("desk", name)),
      ...both("floor", "floor"),
      ...both("floor", "floor"),
      ...both("desk", "5"),
      ...both("floor", "floor"),
    ])
  })

  test("takes writes three times, with the floor between them, and counts the mean of all", async () => {
    const write = {
      requests: [{ method: "POST", path: "/write", answer: { status: 201 } }],
    } satisfies Partial<Operation>
    const floor = { ...floorOf("floor"), ...write }
    const grounds = [ground(10, [floor, operation("write", write)])]
    const { loader, asked } = loaderOf((address, _, times) =>
      address.startsWith("desk") ? [300, 600, 300][times - 1]! : [500, 1_000, 1_000, 500][times - 1]!,
    )
    const results = await measureRounds(grounds, ["write"], { loader, ...quietly })
    assert.deepEqual(
      asked.map((each) => each.split(" ")[0]),
      ["floor", "desk", "floor", "desk", "floor", "desk", "floor"],
    )
    const figures = results.map((each) => [each.operation, each.perSecond, each.ofFloor])
    // Beside the turns the floor made 750, 1,000 and 750.
    assert.deepEqual(figures, [
      ["floor", 750, undefined],
      ["write", 400, 400 / ((750 + 1_000 + 750) / 3)],
    ])
  })

  test("measures a floor that nothing is compared with, and nothing that was not asked for", async () => {
    const grounds = [ground(10, [floorOf("beside"), floorOf("floor"), operation("one"), operation("two")])]
    const { loader, asked } = loaderOf(() => 100)
    const results = await measureRounds(grounds, ["beside", "one"], { loader, ...quietly })
    assert.deepEqual(asked, ["floor 10 /beside", "floor 10 /floor", "desk 10 /one", "floor 10 /floor"])
    assert.deepEqual(
      results.map(({ operation }) => operation),
      ["floor", "beside", "one"],
    )
  })
})
