import { X } from "lucide-react"
import { useEffect, useRef } from "react"
import { createStore, useStore } from "../desk/store.ts"
import { text } from "../messages/text.ts"
import { Button } from "../parts/Button.tsx"
import { Keys } from "../parts/Keys.tsx"
import { shortcuts } from "./keymap.ts"
import styles from "./ShortcutSheet.module.css"
import { useShortcut } from "./shortcuts.ts"

const shown = createStore(false)

export function showShortcuts(): void {
  shown.set(true)
}

const groups = ["move", "act", "write", "go", "look"] as const

/** Written from the keymap, so that it cannot say anything else than the keys do. */
export function ShortcutSheet() {
  const open = useStore(shown)
  const dialog = useRef<HTMLDialogElement>(null)
  useShortcut("sheet", () => shown.set((before) => !before))
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    <dialog ref={dialog} className={styles["sheet"]} aria-labelledby="shortcuts-title" onClose={() => shown.set(false)}>
      {open && (
        <>
          <header className={styles["header"]}>
            <h2 id="shortcuts-title">{text("shortcuts.title")}</h2>
            <Button look="quiet" aria-label={text("shortcuts.close")} onClick={() => shown.set(false)}>
              <X size={16} />
            </Button>
          </header>
          <div className={styles["groups"]}>
            {groups.map((group) => (
              <section key={group} className={styles["group"]}>
                <h3>{text(`shortcuts.group.${group}`)}</h3>
                <dl>
                  {shortcuts
                    .filter(([, shortcut]) => shortcut.group === group)
                    .map(([name, { keys, label }]) => (
                      <div key={name} className={styles["shortcut"]}>
                        <dt>{text(label as "shortcut.next")}</dt>
                        <dd>
                          {keys.map((key) => (
                            <Keys key={key} keys={key} />
                          ))}
                        </dd>
                      </div>
                    ))}
                </dl>
              </section>
            ))}
          </div>
        </>
      )}
    </dialog>
  )
}
