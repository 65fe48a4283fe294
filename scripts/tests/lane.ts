/** A process that runs one test file after another, as its parent names them. What comes of them goes to `lane-reporter.ts`. */
import { suite, test } from "node:test"
import { endOfFile } from "./lanes.ts"

process.on("message", (file: string) => {
  suite(file, async () => {
    await import(file)
  })
  // A suite in which no name matches says nothing of its end.
  test(endOfFile)
})
process.on("disconnect", () => process.exit())
