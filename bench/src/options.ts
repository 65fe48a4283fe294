import { parseArgs } from "node:util"

export interface Options {
  /** Desks that are measured side by side: how large a new one is, or the data folder of one that exists. */
  desks: (number | string)[]
  /** How long each operation is loaded for. */
  seconds: number
  connections: number[]
  /** Whether a second node is measured too. */
  nodes: boolean
  replica: boolean
  write: boolean
  /** Measures the ratios that `--guard` compares with, and writes them to bench/limits.json. */
  limits: boolean
  /** Fails when an operation reaches less than half of its ratio in bench/limits.json. */
  guard: boolean
  /** The data folder of a desk whose lists are measured instead. */
  lists: string | undefined
  /** The data folder of a desk whose reports are measured instead. */
  reports: string | undefined
  /** Words of which the path of a report has one; all reports, where it is undefined. */
  only: string[] | undefined
  /** The data folder of a large desk whose changes are compared with those of a small one instead. */
  changes: string | undefined
  /** How many events of webhooks are measured instead. */
  webhooks: number | undefined
  /** How many mutations of messages are read instead. */
  mutations: number | undefined
  /** How many messages that come by mail are measured instead. */
  mail: number | undefined
  /** The size of a new desk on which the web application is measured instead. */
  browser: number | undefined
}

export class UsageError extends Error {}

export const usage = `npm run bench -- [--quick] [--sizes 10000,100000] [--data DIR]... [--seconds S] [--connections 1,16,64]
                 [--nodes 2] [--replica] [--write]
npm run bench -- --guard
npm run bench -- --limits
npm run bench -- --lists DIR [--write]
npm run bench -- --reports DIR [--only WORD,WORD] [--write]
npm run bench -- --changes DIR [--write]
npm run bench -- --webhooks [--quick] [--write]
npm run bench -- --mutations N
npm run bench -- --mail [--quick] [--write]
npm run bench -- --browser [--quick] [--write]

  --quick            10,000 conversations, 16 connections, 0.6 s for each operation, instead of 10,000 and 100,000 with 1, 16
                     and 64 for 3 s
  --sizes N,N        sizes of new desks, each 1,000 to 1,000,000 conversations, measured side by side
  --data DIR         a desk that exists and does not run, instead of a new one or beside them; it is written to
  --seconds S        how long each operation is loaded for, 0.2 to 60
  --connections C    how many requests are under way at once: up to 4 numbers from 1 to 64
  --nodes 2          also with two nodes that answer HTTP, on the largest desk
  --replica          also with a node that reads from a streaming replica of the largest desk
  --write            puts the tables and the chart into docs/benchmarks.md
  --guard            fails when an operation is less than half as fast, compared with the floor, as bench/limits.json says
  --limits           measures these ratios again and writes bench/limits.json
  --lists DIR        asks the desk whose data folder this is, and which does not run, for every kind of list instead
  --reports DIR      asks the desk whose data folder this is, and which does not run, for every report instead
  --only WORD,WORD   only reports whose path has one of these words in it
  --changes DIR      changes conversations of that desk and of a small new one, and compares; it writes to the desk
  --webhooks         how soon receivers are told, instead; with --quick of 1,000 events instead of 10,000
  --mutations N      reads that many messages with faults in them, 1 to 1,000,000, instead
  --mail             how soon 1,000 messages are taken in, instead, and what lists feel of it; with --quick 200
  --browser          times the web application in Chromium on 100,000 conversations instead; with --quick on 10,000`

/** Nothing means that help was asked for. */
export function readOptions(args: string[]): Options | undefined {
  const given = parse(args)
  if (given.help) return undefined
  if (given.nodes !== undefined && given.nodes !== "2") throw new UsageError("--nodes takes 2 and nothing else.")
  return {
    desks: desksOf(given),
    seconds: number("--seconds", given.seconds ?? (given.quick ? "0.6" : "3"), { least: 0.2, most: 60 }),
    connections: numbersOf("--connections", given.connections ?? (given.quick ? "16" : "1,16,64"), {
      least: 1,
      most: 64,
    }),
    nodes: given.nodes !== undefined,
    replica: given.replica ?? false,
    write: given.write ?? false,
    limits: given.limits ?? false,
    guard: given.guard ?? false,
    lists: given.lists,
    reports: given.reports,
    only: given.only?.split(","),
    changes: given.changes,
    mail: given.mail ? (given.quick ? 200 : 1_000) : undefined,
    browser: given.browser ? (given.quick ? 10_000 : 100_000) : undefined,
    webhooks: given.webhooks ? (given.quick ? 1_000 : 10_000) : undefined,
    mutations:
      given.mutations === undefined
        ? undefined
        : number("--mutations", given.mutations, { least: 1, most: 1_000_000, whole: true }),
  }
}

function parse(args: string[]) {
  const options = {
    quick: { type: "boolean" },
    sizes: { type: "string" },
    data: { type: "string", multiple: true },
    seconds: { type: "string" },
    connections: { type: "string" },
    nodes: { type: "string" },
    replica: { type: "boolean" },
    write: { type: "boolean" },
    limits: { type: "boolean" },
    guard: { type: "boolean" },
    lists: { type: "string" },
    reports: { type: "string" },
    only: { type: "string" },
    changes: { type: "string" },
    webhooks: { type: "boolean" },
    mutations: { type: "string" },
    mail: { type: "boolean" },
    browser: { type: "boolean" },
    help: { type: "boolean" },
  } as const
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** New ones from small to large, then those that exist. */
function desksOf({ quick, sizes, data = [] }: ReturnType<typeof parse>): (number | string)[] {
  const usual = quick ? "10000" : "10000,100000"
  const text = sizes ?? (data.length === 0 ? usual : undefined)
  const made = text === undefined ? [] : numbersOf("--sizes", text, { least: 1_000, most: 1_000_000 })
  return [...made.toSorted((one, other) => one - other), ...data]
}

function numbersOf(name: string, text: string, range: { least: number; most: number }): number[] {
  const numbers = text.split(",").map((part) => number(name, part, { ...range, whole: true }))
  if (numbers.length > 4) throw new UsageError(`${name} takes at most 4 numbers.`)
  return [...new Set(numbers)]
}

function number(name: string, text: string, { least, most, whole }: { least: number; most: number; whole?: boolean }) {
  const value = text.trim() === "" ? Number.NaN : Number(text)
  if (!(value >= least && value <= most) || (whole && !Number.isInteger(value)))
    throw new UsageError(`${name} is "${text}": it must be a ${whole ? "whole " : ""}number from ${least} to ${most}.`)
  return value
}
