import { Listeners, type Telling, type Told } from "./listeners.ts"
import { type Job, type Load, load } from "./load.ts"

export type Order =
  | ({ do: "load" } & Job)
  | { do: "listen"; address: string; token: string; count: number }
  | ({ do: "tell" } & Telling)
  | { do: "hush" }

/**
 * Makes the load, as a process of its own, so that what the bench itself does meanwhile does not slow it.
 * It is given one order at a time and answers it with what came of it.
 */
let listeners: Listeners | undefined

async function obey(order: Order): Promise<Load | Told | undefined> {
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
