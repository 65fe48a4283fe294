/** A receiver as a process of its own: `node receiver-main.ts JOURNAL [--without-bodies]`. It ends with who started it. */
import { type Order, Receiver } from "./receiver.ts"

const [journal = "", ...options] = process.argv.slice(2)
const receiver = new Receiver(journal, { keepBodies: !options.includes("--without-bodies") })

process.on("message", (order: Order) => {
  receiver.obey(order)
  process.send?.("done")
})
process.once("disconnect", () => process.exit())
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit())

const ports = await receiver.open()
process.send?.(ports)
console.log(`The receiver listens at http://127.0.0.1:${ports.http}`)
