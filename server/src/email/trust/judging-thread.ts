import { parentPort } from "node:worker_threads"
import { giveWay } from "../../priority.ts"
import { authenticate, type Question } from "./authenticate.ts"

giveWay()

parentPort?.on("message", ({ id, question }: { id: number; question: Question }) => {
  void authenticate(question).then((verdicts) => parentPort?.postMessage({ id, verdicts }))
})
