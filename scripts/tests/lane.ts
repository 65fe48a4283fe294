/** A process that runs one test file after another, as its parent names them. What comes of them goes to `lane-reporter.ts`. */
import { suite, test } from "node:test"
import { inspect } from "node:util"
import { endOfFile, type LaneEvent } from "./lanes.ts"

process.on("message", (file: string) => {
  suite(file, async () => {
    await import(file)
  })
  // A suite in which no name matches says nothing of its end.
  test(endOfFile)
})
process.on("disconnect", () => process.exit())

/** Node counts an error only for a test that still runs. One that comes later fails the file that runs now. */
const fail = (error: unknown) => {
  const problem = `An error that nothing caught: ${inspect(error)}`
  process.send?.({ isEnd: false, names: [], isSuite: false, isSkipped: false, problem } satisfies LaneEvent)
}
process.on("uncaughtException", fail)
process.on("unhandledRejection", fail)
