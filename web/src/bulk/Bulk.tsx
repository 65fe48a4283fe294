import { useStore } from "../desk/store.ts"
import type { ListView } from "../lists/pages.ts"
import styles from "./Bulk.module.css"
import { BulkProgress } from "./BulkProgress.tsx"
import { running } from "./running.ts"
import { SelectionBar } from "./SelectionBar.tsx"
import { selection } from "./selection.ts"

/** What is selected and what is being done to many, at the foot of the screen. */
export function Bulk({ view }: { view: ListView }) {
  const selected = useStore(selection)
  const all = useStore(running)
  return (
    <div className={styles["foot"]}>
      {all.map((one) => (
        <BulkProgress key={one.id} running={one} />
      ))}
      {selected && <SelectionBar selection={selected} view={view} />}
    </div>
  )
}
