import { text } from "../../messages/text.ts"
import styles from "./Keys.module.css"

const shown: Record<string, string> = { Escape: "Esc", Enter: "↵" }

/** The keys of a shortcut as they are printed on keyboards. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles["keys"]}>
      {keys.split(" ").map((stroke, index) => (
        <span key={stroke}>
          {index > 0 && <span className={styles["then"]}> {text("shortcuts.then")} </span>}
          {stroke.split("+").map((key) => (
            <kbd key={key} className={styles["key"]}>
              {shown[key] ?? (key.length === 1 ? key.toUpperCase() : key)}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  )
}
