/** Sends the results of a lane to its parent. */
import type { TestEvent } from "node:test/reporters"
import { inspect } from "node:util"
import { endOfFile, type LaneEvent } from "./lanes.ts"

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<never> {
  const names: string[] = []
  for await (const { type, data } of events) {
    if (type === "test:start") names.splice(data.nesting, names.length, data.name)
    if (type !== "test:pass" && type !== "test:fail") continue
    const event: LaneEvent = {
      isEnd: data.nesting === 0 && data.name === endOfFile,
      names: names.slice(1, data.nesting + 1),
      isSuite: data.details.type === "suite",
      isSkipped: data.skip !== undefined || data.todo !== undefined,
      ...(type === "test:fail" && { problem: problemOf(data.details.error) }),
    }
    process.send?.(event)
  }
  // It prints nothing itself.
  yield* []
}

/** Empty where the cause is told elsewhere: a test inside that failed, or a suite around that could not begin. */
function problemOf(error: Error & { failureType?: string }): string {
  if (error.failureType === "subtestsFailed" || error.failureType === "cancelledByParent") return ""
  return error.cause instanceof Error ? inspect(error.cause) : error.message
}
