import { clockText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import { loadedAt } from "../client.ts"
import { useStore } from "../store.ts"
import styles from "./ConnectionPill.module.css"
import { connection, lostAt } from "./connection.ts"

/** Says that what is shown may be behind, for as long as that is so. */
export function ConnectionPill() {
  const state = useStore(connection)
  const lost = useStore(lostAt)
  const loaded = useStore(loadedAt)
  const since = loaded ?? (navigator.onLine ? undefined : lost)
  return (
    <div role="status" aria-live="polite">
      {since !== undefined ? (
        <span className={styles["pill"]}>{text("live.offline", { time: clockText(since) })}</span>
      ) : (
        state === "lost" && <span className={styles["pill"]}>{text("live.reconnecting")}</span>
      )}
    </div>
  )
}
