import type { SizedResult } from "../load/rounds.ts"
import type { Kind } from "../operations/operation.ts"
import { firstPage } from "../operations/reads.ts"
import type { FanOut } from "../suites/fan-out.ts"
import type { Report } from "../suites/run.ts"
import { figure, type Table } from "./table.ts"

/** What is held against the goals: as many connections as people of a desk are at work. */
const usualConnections = 16

/** Kinds whose share of the floor has a goal. */
export const goals: Partial<Record<Kind, number>> = {
  get: 0.6,
  list: 0.5,
  threads: 0.5,
  customers: 0.5,
  write: 0.5,
}

const growthGoal = 1.3
const pageGoal = 2
const memoryGoal = 300
const listenersGoal = 50

const names: Partial<Record<Kind, string>> = {
  list: "list 25 conversations",
  customers: "customers list",
  write: "create conversation, add thread",
}

/** The goals of the project and how the run stands to them, as the largest desk shows. */
export function barsTable({ desks, results, fanOut, comparisons }: Report): Table {
  const connections = usualOf(results)
  const [smallest, largest] = [desks[0]?.conversations ?? 0, desks.at(-1)?.conversations ?? 0]
  const at = (conversations: number) =>
    results.filter((each) => each.connections === connections && each.conversations === conversations)
  const now = at(largest)
  return {
    header: [
      `Goal, at ${connections} connections and ${largest.toLocaleString("en")} conversations`,
      "goal",
      "measured",
      "",
    ],
    rows: [
      ...Object.entries(goals).map(([kind, goal]) => shareRow(kind as Kind, goal, now)),
      row(
        "far page against the first",
        `≤ ${pageGoal}`,
        perSecond(now, firstPage) /
          Math.min(...now.filter(({ kind }) => kind === "page").map((each) => each.perSecond)),
        (ratio) => ratio <= pageGoal,
      ),
      ...(smallest === largest ? [] : [growthRow(at(smallest), now, smallest)]),
      row(
        "memory of the server under load",
        `< ${memoryGoal} MB`,
        desks.at(-1)?.peakMegabytes ?? 0,
        (megabytes) => megabytes < memoryGoal,
      ),
      row(
        listenersName(fanOut),
        `< ${listenersGoal} MB`,
        fanOut.addedMegabytes,
        (megabytes) => megabytes < listenersGoal,
      ),
      ...comparisons.map(({ with: name, freshness: { reads, stale } }) =>
        row(`${name}: stale answers of ${reads.toLocaleString("en")}`, "0", stale.length, (count) => count === 0),
      ),
    ],
  }
}

/** A kind is as good as its slowest. */
function shareRow(kind: Kind, goal: number, results: SizedResult[]): string[] {
  const ofKind = results.filter((each) => each.kind === kind)
  const slowest = ofKind.toSorted((one, other) => (one.ofFloor ?? 0) - (other.ofFloor ?? 0))[0]
  const name = names[kind] === undefined ? slowest?.operation : `${names[kind]}, the slowest: ${slowest?.operation}`
  const isMet = (share: number) => share >= goal
  return row(name ?? kind, `≥ ${goal} of the floor`, slowest?.ofFloor ?? Number.NaN, isMet)
}

export function usualOf(results: SizedResult[]): number {
  const measured = results.map(({ connections }) => connections)
  return measured.includes(usualConnections) ? usualConnections : Math.max(...measured)
}

function growthRow(small: SizedResult[], large: SizedResult[], conversations: number): string[] {
  const kept = large.filter(({ kind, by }) => by === "desk" && (kind in goals || kind === "search"))
  const grown = kept.map(({ operation, perSecond: now }) => ({ operation, ratio: perSecond(small, operation) / now }))
  const worst = grown.toSorted((one, other) => other.ratio - one.ratio)[0]
  const name = `cost against ${conversations.toLocaleString("en")}, the most grown: ${worst?.operation}`
  return row(name, `≤ ${growthGoal}`, worst?.ratio ?? Number.NaN, (ratio) => ratio <= growthGoal)
}

function listenersName({ listeners }: FanOut): string {
  return `memory that ${listeners} listeners of events add`
}

function row(name: string, goal: string, measured: number, isMet: (measured: number) => boolean): string[] {
  return [
    name,
    goal,
    Number.isInteger(measured) ? String(measured) : figure(measured),
    isMet(measured) ? "met" : "not met",
  ]
}

function perSecond(results: SizedResult[], name: string): number {
  return results.find(({ operation }) => operation === name)?.perSecond ?? Number.NaN
}
