/** What tests stand on: a throw-away PostgreSQL, the programs that some need, and the seed of everything that is drawn. */
import { availableParallelism } from "node:os"
import { resolve } from "node:path"
import { openDebianPostgres } from "../debian-postgres.ts"
import { startThrowawayPostgres, type ThrowawayPostgres } from "../throwaway-postgres.ts"
import { type FileResult, runFiles } from "./lanes.ts"
import { layerOf, root } from "./layers.ts"
import { installFor } from "./programs.ts"

/** Of all random draws, unless the environment chooses another. */
const defaultSeed = "24"

export interface Ground {
  run(files: readonly string[], options: RunOptions): Promise<void>
  remove(): Promise<void>
}

export interface RunOptions {
  /** Only tests that match one of these. */
  names: readonly string[]
  signal: AbortSignal
  /** Instead of the seed of the environment, and so many times as many draws. */
  exploring?: { seed: string; factor: number }
  onResult(result: FileResult): void
}

/** The one that comes with the desk. Pure functions do without, and start at once. */
export async function openGround(files: readonly string[]): Promise<Ground> {
  const needsDatabase = files.some((file) => layerOf(file).name !== "rules")
  return groundOn(needsDatabase ? await startThrowawayPostgres() : undefined)
}

/** The oldest PostgreSQL that we support; or the reason why it cannot be had. */
export async function openOldGround(signal: AbortSignal): Promise<Ground | string> {
  const postgres = await openDebianPostgres(signal)
  return typeof postgres === "string" ? postgres : groundOn(postgres)
}

function groundOn(postgres: ThrowawayPostgres | undefined): Ground {
  return {
    run: (files, { names, signal, exploring, onResult }) =>
      runFiles(files, {
        names,
        signal,
        onResult,
        programs: installFor(files, signal),
        // More than two processors can work on: many tests wait, for a browser, a lease or a process that is killed.
        lanes: Math.min(files.length, Math.max(3, availableParallelism() >> 1)),
        env: {
          ...process.env,
          DESKHAND_TEST_SEED: process.env["DESKHAND_TEST_SEED"] || defaultSeed,
          ...(exploring && {
            DESKHAND_TEST_SEED: exploring.seed,
            DESKHAND_TEST_RUNS_FACTOR: String(exploring.factor),
          }),
          // What was compiled once is kept for the processes to come.
          NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? resolve(root, "node_modules/.cache/deskhand"),
          // What an interrupted test leaves goes with the folder; a PostgreSQL that finds its files gone ends by itself.
          ...(postgres && { TEST_DATABASE_URL: postgres.url, TMPDIR: postgres.folder }),
        },
      }),
    remove: async () => postgres?.remove(),
  }
}
