import { WorkerPool } from "../../runtime/worker-pool.ts"
import { authenticate, type Question } from "./authenticate.ts"
import { undecided, type Verdicts } from "./verdicts.ts"

/**
 * Added to the time for DNS, for hashing, and more for large messages. A thread that needs longer is stopped. It is this long
 * because the thread has a low priority: with 2 s a busy machine left honest mail unjudged.
 */
const graceMs = 20_000
const bytesPerMs = 2_500

const module = new URL("./authenticate.ts", import.meta.url).href

/** Most of the time messages wait for DNS, and so one thread judges many. */
const together = new WorkerPool({ threads: 1, tasksPerThread: 16, isBackground: true })
/** When a thread had to be stopped, one of its messages is to blame: each is judged once more, with no other beside it. */
const alone = new WorkerPool({ threads: 1, isBackground: true })

/** What strangers write, in mails and in DNS, is parsed in a worker thread, so that none of it can hold up the desk. */
export async function judgeInWorker(question: Question, signal?: AbortSignal): Promise<Verdicts> {
  const limitMs = question.limitMs + graceMs + question.raw.length / bytesPerMs
  for (const pool of [together, alone]) {
    if (signal?.aborted) break
    try {
      return await pool.run({ module, name: authenticate.name, input: question, limitMs, signal })
    } catch {}
  }
  return undecided
}
