import type { BulkAction } from "@deskhand/sdk/client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { X } from "lucide-react"
import { useEffect } from "react"
import { type BulkRun, bulkActionQuery, removeBulkRun, undoBulkRun } from "../../data/commands/bulk-runs.ts"
import { conversationQuery } from "../../data/conversations/cache.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import { Button, IconButton } from "../../ui/parts/Button.tsx"
import styles from "./Bulk.module.css"

/** Follows what the desk does to many, and says at the end what became of it. What failed stays until it is dismissed. */
export function BulkProgress({ run }: { run: BulkRun }) {
  const queryClient = useQueryClient()
  const { data: bulk, error } = useQuery(bulkActionQuery(run.id))
  const isOver = bulk?.state === "done" || bulk?.state === "undone"
  const failed = (bulk?.state === "done" ? bulk.failed : bulk?.kept) ?? 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end
  useEffect(() => {
    if (!bulk || !isOver) return
    const back = bulk.undoable && bulk.changed > 0 && { undo: () => void undoBulkRun(queryClient, run) }
    const changed = bulk.state === "done" ? bulk.changed + bulk.unchanged : bulk.undone
    if (changed > 0)
      tell(bulk.state === "done" ? run.doneText(changed) : text("bulk.undone", { count: changed }), back || {})
    // What was shown at once may not have become so.
    for (const queryKey of [["list"], ["conversation"]])
      if (failed > 0) void queryClient.invalidateQueries({ queryKey })
    if (failed === 0) removeBulkRun(run.id)
  }, [bulk?.state])
  useEffect(() => {
    if (!error) return
    removeBulkRun(run.id)
    tellFailure(error)
  }, [error, run.id])

  if (!bulk || (isOver && failed === 0)) return null
  return isOver ? (
    <Failures bulk={bulk} count={failed} />
  ) : (
    <div className={styles["card"]} role="status">
      <p>{doingText(bulk, run)}</p>
      <Bar bulk={bulk} />
      <Button look="quiet" disabled={!bulk.undoable} onClick={() => void undoBulkRun(queryClient, run)}>
        {text("action.undo")}
      </Button>
    </div>
  )
}

function doingText({ state, total }: BulkAction, { count }: BulkRun): string {
  if (state === "gathering") return text("bulk.gathering")
  return state === "undoing" ? text("bulk.undoing") : text("bulk.doing", { count: total ?? count })
}

function Bar({ bulk: { total, waiting, state, undone, kept, changed } }: { bulk: BulkAction }) {
  if (total === undefined) return <progress aria-label={text("bulk.gathering")} />
  const [done, all] = state === "undoing" ? [undone + kept, undone + kept + changed] : [total - waiting, total]
  const label = text("bulk.progress", { done, total: all })
  return (
    <>
      <progress value={done} max={Math.max(1, all)} aria-label={label} />
      <span className={styles["numbers"]}>{label}</span>
    </>
  )
}

/** As many as somebody looks into one by one. */
const mostShown = 5

function Failures({ bulk: { id, state, failures }, count }: { bulk: BulkAction; count: number }) {
  return (
    <div className={styles["card"]} role="alert" data-tone="failed">
      <div>
        <p>{text(state === "done" ? "bulk.failed" : "bulk.kept", { count })}</p>
        <ul>
          {failures.slice(0, mostShown).map(({ conversationId, message }) => (
            <li key={conversationId}>
              <Named id={conversationId} />: {message}
            </li>
          ))}
        </ul>
        {count > mostShown && <p>{text("bulk.moreFailures", { count: count - mostShown })}</p>}
      </div>
      <IconButton label={text("action.dismiss")} icon={<X size={15} />} onClick={() => removeBulkRun(id)} />
    </div>
  )
}

/** People know them by number. */
function Named({ id }: { id: number }) {
  const { data } = useQuery({ ...conversationQuery(id), retry: false })
  if (!data) return <b>{text("bulk.failureUnknown")}</b>
  return <b>{text("bulk.failure", { number: String(data.number), subject: data.subject })}</b>
}
