import { FailingCalls, type Failure } from "./failing.ts"

/** Every other call loses its connection, whichever failure is asked for: both kinds occur in one pass through the calls. */
export class AlternatingFailures extends FailingCalls {
  override failAt(at: number, failure: Failure): void {
    super.failAt(at, at % 2 === 0 ? "lost" : failure)
  }
}
