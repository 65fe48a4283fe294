import { parseArgs } from "node:util"

export interface Options {
  conversations: number
  /** How long each operation is loaded for. */
  seconds: number
  connections: number[]
  write: boolean
  /** The data folder of a desk whose lists are measured instead. */
  lists: string | undefined
  /** The data folder of a large desk whose changes are compared with those of a small one instead. */
  changes: string | undefined
  /** How many events of webhooks are measured instead. */
  webhooks: number | undefined
}

export class UsageError extends Error {}

export const usage = `npm run bench -- [--quick] [--conversations N] [--seconds S] [--connections 1,16] [--write]
npm run bench -- --lists DIR [--write]
npm run bench -- --changes DIR [--write]
npm run bench -- --webhooks [--quick] [--write]

  --quick            10,000 conversations, 2 s for each operation, instead of 100,000 and 5 s
  --conversations N  size of the desk, 1,000 to 1,000,000
  --seconds S        how long each operation is loaded for, 0.5 to 60
  --connections C    how many requests are under way at once: up to 4 numbers from 1 to 64
  --write            puts the tables into docs/benchmarks.md
  --lists DIR        asks the desk whose data folder this is, and which does not run, for every kind of list instead
  --changes DIR      changes conversations of that desk and of a small new one, and compares; it writes to the desk
  --webhooks         how soon receivers are told, instead; with --quick of 1,000 events instead of 10,000`

/** Nothing means that help was asked for. */
export function readOptions(args: string[]): Options | undefined {
  const given = parse(args)
  if (given.help) return undefined
  return {
    conversations: number("--conversations", given.conversations ?? (given.quick ? "10000" : "100000"), {
      least: 1_000,
      most: 1_000_000,
      whole: true,
    }),
    seconds: number("--seconds", given.seconds ?? (given.quick ? "2" : "5"), { least: 0.5, most: 60 }),
    connections: connectionsOf(given.connections ?? "1,16"),
    write: given.write ?? false,
    lists: given.lists,
    changes: given.changes,
    webhooks: given.webhooks ? (given.quick ? 1_000 : 10_000) : undefined,
  }
}

function parse(args: string[]) {
  const options = {
    quick: { type: "boolean" },
    conversations: { type: "string" },
    seconds: { type: "string" },
    connections: { type: "string" },
    write: { type: "boolean" },
    lists: { type: "string" },
    changes: { type: "string" },
    webhooks: { type: "boolean" },
    help: { type: "boolean" },
  } as const
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function connectionsOf(text: string): number[] {
  const numbers = text.split(",").map((part) => number("--connections", part, { least: 1, most: 64, whole: true }))
  if (numbers.length > 4) throw new UsageError("--connections takes at most 4 numbers.")
  return [...new Set(numbers)]
}

function number(name: string, text: string, { least, most, whole }: { least: number; most: number; whole?: boolean }) {
  const value = text.trim() === "" ? Number.NaN : Number(text)
  if (!(value >= least && value <= most) || (whole && !Number.isInteger(value)))
    throw new UsageError(`${name} is "${text}": it must be a ${whole ? "whole " : ""}number from ${least} to ${most}.`)
  return value
}
