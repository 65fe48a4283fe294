import { type HandingOver, handOver } from "./handing-over.ts"
import { Listeners, type Telling, type Told } from "./listeners.ts"
import { type Job, type Load, load } from "./load.ts"
import { type Looked, Looking, type LookingOrder } from "./looking.ts"

export type Order =
  | ({ do: "load" } & Job)
  | { do: "listen"; address: string; token: string; count: number }
  | ({ do: "tell" } & Telling)
  | { do: "hush" }
  | ({ do: "hand-over" } & HandingOver)
  | ({ do: "look" } & LookingOrder)
  | { do: "look-away" }

/**
 * Makes the load, as a process of its own, so that what the bench itself does meanwhile does not slow it.
 * It is given one order at a time and answers it with what came of it.
 */
let listeners: Listeners | undefined
let looking: Looking | undefined

async function obey(order: Order): Promise<Load | Told | Looked | undefined> {
  switch (order.do) {
    case "load":
      return load(order)
    case "listen":
      listeners = await Listeners.open(order)
      return undefined
    case "tell":
      return listeners?.tell(order)
    case "hush":
      listeners?.close()
      return undefined
    case "hand-over":
      await handOver(order)
      return undefined
    case "look":
      looking = new Looking(order)
      return undefined
    case "look-away":
      return looking?.end()
  }
}

process.on("message", (order: Order) => {
  obey(order).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
process.once("disconnect", () => process.exit())
process.once("SIGTERM", () => process.exit())
console.error("The load can begin")
