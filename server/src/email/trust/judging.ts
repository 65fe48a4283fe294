import { Worker } from "node:worker_threads"
import { Resting } from "../../resting.ts"
import type { Question } from "./authenticate.ts"
import { undecided, type Verdicts } from "./verdicts.ts"

/** Most of the time they wait for DNS, and so they may well do it together. */
const mostAtOnce = 16
/**
 * Added to the time for DNS, for the start of the thread and for hashing, and more for large messages. A thread that needs
 * longer is stopped. It is this long because the thread has a low priority: with 2 s a busy machine left honest mail unjudged.
 */
const graceMs = 20_000
const bytesPerMs = 2_500

interface Waiting {
  question: Question
  settle: (verdicts: Verdicts) => void
  /** It was under way when the thread had to be stopped, and is asked again with nobody beside it. */
  alone: boolean
  timer?: NodeJS.Timeout
}

const queue: Waiting[] = []
const running = new Map<number, Waiting>()
let worker: Worker | undefined
const resting = new Resting()
let asked = 0

/**
 * Puts the question to a thread beside this one: what strangers write, in mails and in DNS, is parsed by others than us,
 * and none of it shall hold up the desk. The thread is started when there is something to do and ends when there is not.
 */
export function ask(question: Question, signal?: AbortSignal): Promise<Verdicts> {
  return new Promise((settle) => {
    const waiting: Waiting = { question, settle, alone: false }
    queue.push(waiting)
    // One that has begun goes on: what DNS answers to it is cached for the next attempt.
    signal?.addEventListener("abort", () => {
      const place = queue.indexOf(waiting)
      if (place === -1) return
      queue.splice(place, 1)
      settle(undecided)
    })
    advance()
  })
}

function advance(): void {
  resting.end()
  for (;;) {
    const [next] = queue
    if (!next || running.size >= mostAtOnce) break
    const company = [...running.values()].some(({ alone }) => alone)
    if (running.size > 0 && (next.alone || company)) break
    queue.shift()
    begin(next)
  }
  if (running.size > 0) worker?.ref()
  else rest()
}

function begin(waiting: Waiting): void {
  const id = ++asked
  running.set(id, waiting)
  const { limitMs, raw } = waiting.question
  waiting.timer = setTimeout(() => replace(worker), limitMs + graceMs + raw.length / bytesPerMs)
  worker ??= start()
  worker.postMessage({ id, question: waiting.question })
}

function start(): Worker {
  const started = new Worker(new URL("./judging-thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  started.on("message", ({ id, verdicts }: { id: number; verdicts: Verdicts }) => {
    const waiting = running.get(id)
    if (!waiting) return
    running.delete(id)
    finish(waiting, verdicts)
    advance()
  })
  // It ran out of memory, or into a mistake.
  started.on("error", () => replace(started))
  return started
}

/** One of those under way is to blame. Each is asked once more, alone; who was alone already is left undecided. */
function replace(stopped: Worker | undefined): void {
  if (stopped !== worker) return
  worker = undefined
  void stopped?.terminate()
  const interrupted = [...running.values()]
  running.clear()
  const [first] = interrupted
  if (first && interrupted.length === 1) finish(first, undecided)
  else {
    for (const waiting of interrupted) clearTimeout(waiting.timer)
    queue.unshift(...interrupted.map((waiting) => ({ ...waiting, alone: true })))
  }
  advance()
}

function finish({ settle, timer }: Waiting, verdicts: Verdicts): void {
  clearTimeout(timer)
  settle(verdicts)
}

function rest(): void {
  resting.begin(worker, () => {
    worker = undefined
  })
}
