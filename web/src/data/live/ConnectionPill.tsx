import { text } from "../../messages/text.ts"
import { useStore } from "../store.ts"
import styles from "./ConnectionPill.module.css"
import { connection } from "./connection.ts"

/** Says that what is shown may be behind, for as long as that is so. */
export function ConnectionPill() {
  const state = useStore(connection)
  return (
    <div role="status" aria-live="polite">
      {state === "lost" && <span className={styles["pill"]}>{text("live.reconnecting")}</span>}
    </div>
  )
}
