import type { Desk } from "../../http/route.ts"
import { judgeInWorker } from "./judge-in-worker.ts"
import type { Judged, Verdicts } from "./verdicts.ts"

/** For the questions to DNS of one message, all together. */
const limitMs = 5_000

/** Ends within seconds whatever the message is and whoever answers; what is not known by then is a `temperror`. */
export function judge(
  { config, now }: Pick<Desk, "config" | "now">,
  { raw, envelope }: Judged,
  signal?: AbortSignal,
): Promise<Verdicts> {
  return judgeInWorker({ raw, envelope, servers: [...config.outgoingDns], now: now().getTime(), limitMs }, signal)
}
