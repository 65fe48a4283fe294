import { createStore, useStore } from "../../data/store.ts"
import { text } from "../../messages/text.ts"
import { shortcuts } from "../keyboard/keymap.ts"
import { useShortcut } from "../keyboard/shortcuts.ts"
import { Dialog } from "./Dialog.tsx"
import { Keys } from "./Keys.tsx"
import styles from "./ShortcutSheet.module.css"

const shown = createStore(false)

export function showShortcuts(): void {
  shown.set(true)
}

const groups = ["move", "act", "write", "go", "look"] as const

/** Written from the keymap, so that it cannot say anything else than the keys do. */
export function ShortcutSheet() {
  const open = useStore(shown)
  useShortcut("sheet", () => shown.set((before) => !before))
  return (
    <Dialog title={text("shortcuts.title")} size="large" open={open} onClose={() => shown.set(false)}>
      <div className={styles["groups"]}>
        {groups.map((group) => (
          <section key={group} className={styles["group"]}>
            <h3>{text(`shortcuts.group.${group}`)}</h3>
            <dl>
              {shortcuts
                .filter(([, shortcut]) => shortcut.group === group)
                .map(([name, { keys, label, shown }]) => (
                  <div key={name} className={styles["shortcut"]}>
                    <dt>{text(label as "shortcut.next")}</dt>
                    <dd>
                      {(shown === undefined ? keys : [shown]).map((key) => (
                        <Keys key={key} keys={key} />
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
