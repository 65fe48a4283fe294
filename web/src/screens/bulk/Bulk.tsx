import { bulkRuns } from "../../data/commands/bulk-runs.ts"
import type { ListView } from "../../data/lists/pages.ts"
import { selection } from "../../data/lists/selection.ts"
import { useStore } from "../../data/store.ts"
import styles from "./Bulk.module.css"
import { BulkProgress } from "./BulkProgress.tsx"
import { SelectionBar } from "./SelectionBar.tsx"

/** What is selected and what is being done to many, at the foot of the screen. */
export function Bulk({ view }: { view: ListView }) {
  const selected = useStore(selection)
  const runs = useStore(bulkRuns)
  return (
    <div className={styles["foot"]}>
      {runs.map((run) => (
        <BulkProgress key={run.id} run={run} />
      ))}
      {selected && <SelectionBar selection={selected} view={view} />}
    </div>
  )
}
