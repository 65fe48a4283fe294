/** How much longer property tests explore than in `npm test`. Multiplies all numbers of runs. */
const runsFactor = Number(process.env["DESKHAND_TEST_RUNS_FACTOR"] ?? 1)

/** Whether this is an exploration, which may measure and take long, and no `npm test`. */
export const isExploring = runsFactor > 1

/** The number of runs of a property, for `numRuns`. */
export function runs(amount: number): number {
  return Math.ceil(amount * runsFactor)
}
