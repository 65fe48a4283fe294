import { setTimeout as pause } from "node:timers/promises"
import type { Child } from "../desks/children.ts"
import type { OpenGround } from "../desks/grounds.ts"
import { residentMegabytes } from "../desks/processes.ts"
import type { Told } from "../load/listeners.ts"
import type { Order } from "../load/loader.ts"
import { createName } from "../operations/writes.ts"
import type { Latency } from "../output/percentiles.ts"

export interface FanOut {
  listeners: number
  addedMegabytes: number
  lastMs: Latency
}

const listeners = 500
const events = 30
const settlingMs = 3_000

/**
 * How much memory so many listeners of the stream of events take, and when the last of them has heard of a write. The
 * desk starts anew for it, because one that was loaded has room left that they would not seem to take.
 */
export async function measureFanOut(ground: OpenGround, loader: Child): Promise<FanOut> {
  const { token, operations } = ground
  await ground.server.stop()
  const server = await ground.data.serve()
  const { requests } = operations.find(({ name }) => name === createName)!
  const hear = async (count: number, tell: number) => {
    await loader.ask({ do: "listen", address: server.ready, token, count } satisfies Order)
    await pause(settlingMs)
    const megabytes = residentMegabytes(server.pid)
    const { lastMs } = await loader.ask<Told>({ do: "tell", requests: requests.slice(0, tell) } satisfies Order)
    await loader.ask({ do: "hush" } satisfies Order)
    return { megabytes, lastMs }
  }
  // Whatever is loaded and compiled at the first use is not what listeners cost.
  await hear(20, 5)
  await pause(settlingMs)
  const before = residentMegabytes(server.pid)
  const { megabytes, lastMs } = await hear(listeners, events)
  return { listeners, addedMegabytes: megabytes - before, lastMs }
}
