import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"
import { type Child, Children } from "../desks/children.ts"
import { Desk } from "../desks/desk.ts"
import { type Say, startFloor, startLoader } from "../desks/grounds.ts"
import { keepCommitting } from "../load/commits.ts"
import { check, measure, type Subject } from "../load/measure.ts"
import type { Ground } from "../load/rounds.ts"
import { warm } from "../load/warm.ts"
import { settle } from "../operations/documents.ts"
import type { Operation } from "../operations/operation.ts"
import { listOperations } from "../operations/operations.ts"
import { listDefault } from "../operations/reads.ts"
import { searchCommon } from "../operations/searches.ts"
import { addName, createName } from "../operations/writes.ts"
import type { Table } from "../output/table.ts"

/** Of each guarded operation: requests/s divided by those of its floor. */
export type Shares = Record<string, number>

/** Reads first: writes change what is read. */
const guarded = [
  "get conversation",
  listDefault,
  "threads list",
  "customers v2, walk",
  searchCommon,
  createName,
  addName,
]

const path = join(import.meta.dirname, "../../limits.json")

/** Few, because seeding them is most of the time; the shares hardly depend on it. */
const conversations = 1_000
const connections = 4
const turnSeconds = 0.15
const turns = 8
/** So often an operation that seems too slow is given another turn, on a machine that has other work too. */
const mostTurns = 40

/** More than lists are asked for, so that what is measured is how they are found. */
const commitsPerSecond = 500

/** A share that has halved is a change of the code; anything less may be the machine's mood. */
export function isTooSlow(share: number, usual: number): boolean {
  return share < usual / 2
}

/**
 * Measures desk and floor in short turns and divides the best of the one by the best of the other, so that a busy moment
 * counts for nothing. With limits, what stays below its own is measured for longer.
 */
export async function measureShares(left: AsyncDisposableStack, say: Say, limits: Shares = {}): Promise<Shares> {
  const children = new Children()
  const ground = await openSmallGround(children, left)
  const loader = await startLoader(children)
  const shares: Shares = {}
  for (const name of guarded) {
    shares[name] = await measureShare(loader, ground, find(ground, name), limits[name] ?? 0)
    say(`${name}: ${shares[name].toFixed(2)} of the floor`)
  }
  return shares
}

async function measureShare(loader: Child, ground: Ground, operation: Operation, limit: number): Promise<number> {
  const floor = find(ground, operation.floor ?? "")
  await warm({ ...ground, writes: 1 }, [operation.name, floor.name], loader)
  const best = { desk: 0, floor: 0 }
  const share = () => best.desk / best.floor
  for (let turn = 0; turn < turns || (turn < mostTurns && isTooSlow(share(), limit)); turn++) {
    const take = async (subject: Subject, operation: Operation) => {
      const pace = { connections, seconds: turnSeconds, warmUpSeconds: 0 }
      return (await measure(loader, subject, operation, pace)).perSecond
    }
    best.desk = Math.max(best.desk, await take(ground.desk, operation))
    best.floor = Math.max(best.floor, await take(ground.floor, floor))
  }
  return share()
}

/** One sentence for each operation that has become less than half as fast as bench/limits.json says. */
export async function findSlowOperations(left: AsyncDisposableStack, say: Say): Promise<string[]> {
  const limits = await readLimits()
  const shares = await measureShares(left, say, limits)
  return Object.entries(shares)
    .filter(([name, share]) => isTooSlow(share, limits[name] ?? 0))
    .map(([name, share]) => `${name}: ${share.toFixed(3)} of the floor, was ${limits[name]}`)
}

/** With fewer starts than a whole bench takes. */
async function openSmallGround(children: Children, left: AsyncDisposableStack): Promise<Ground> {
  const data = await Desk.create(children)
  left.defer(() => data.remove())
  left.defer(() => children.close())
  await data.seed(conversations, () => {})
  const server = await data.start()
  const token = await data.token()
  const { pid, url } = await data.postgres()
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    const operations = await listOperations({ db, desk: { address: server.ready, token } })
    await settle(db)
    const floor = await startFloor(children, url)
    const ground: Ground = {
      conversations,
      desk: { nodes: [{ address: server.ready, pid: server.pid }], token, postmasters: [pid] },
      floor: { nodes: [{ address: floor.ready, pid: floor.pid }], postmasters: [pid] },
      operations,
    }
    for (const name of guarded) await check(ground.desk, find(ground, name))
    await keepCommitting(url, commitsPerSecond, left)
    return ground
  } finally {
    await db.end()
  }
}

function find({ operations }: Ground, name: string): Operation {
  const operation = operations.find((each) => each.name === name)
  if (!operation) throw new Error(`There is no operation "${name}"`)
  return operation
}

async function readLimits(): Promise<Shares> {
  return JSON.parse(await readFile(path, "utf8")) as Shares
}

export async function writeLimits(shares: Shares): Promise<void> {
  const rounded = Object.entries(shares).map(([name, share]) => [name, Number(share.toFixed(3))])
  await writeFile(path, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
}

export function sharesTable(shares: Shares): Table {
  const rows = Object.entries(shares).map(([name, share]) => [name, share.toFixed(2), (share / 2).toFixed(2)])
  return { header: ["Kept in bench/limits.json", "of the floor", "fails below"], rows }
}
