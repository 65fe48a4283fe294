/** A process that runs one test file after another, as its parent names them. What comes of them goes to `lane-reporter.ts`. */
import { suite } from "node:test"

process.on("message", (file: string) => {
  suite(file, async () => {
    await import(file)
  })
})
process.on("disconnect", () => process.exit())
