import type { ListedWorkflow } from "@deskhand/sdk/client"
import { ArrowDown, ArrowUp, Power, PowerOff, Trash2 } from "lucide-react"
import { useEffect, useRef } from "react"
import { useNow } from "../../../data/clock.ts"
import { whenText } from "../../../messages/moments.ts"
import { text } from "../../../messages/settings.ts"
import { moveFocus } from "../../../ui/keyboard/moved-focus.ts"
import { IconButton } from "../../../ui/parts/Button.tsx"
import { Badge } from "../page/Page.tsx"
import { RowActions, RowText } from "../page/Rows.tsx"
import { describe, problemText } from "./describe.ts"
import styles from "./Workflows.module.css"

export type Step = 1 | -1

interface WorkflowRowProps {
  workflow: ListedWorkflow
  isFirst: boolean
  isLast: boolean
  /** It was just moved by this button, which keeps the focus; the other one where it cannot go further. */
  focused: Step | undefined
  onMove: (step: Step) => void
  onSwitch: () => void
  onDelete: () => void
}

export function WorkflowRow(props: WorkflowRowProps) {
  const { workflow, isFirst, isLast, focused, onMove, onSwitch, onDelete } = props
  const { id, name, type, status } = workflow
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused === undefined) return
    const goesOn = focused === -1 ? up.current : down.current
    const goesBack = focused === -1 ? down.current : up.current
    moveFocus(goesOn?.disabled ? goesBack : goesOn)
  }, [focused])
  const problem = problemText(workflow)
  const isOn = status === "active"
  return (
    <>
      <RowText
        title={name}
        badges={
          <>
            <StatusBadge status={status} />
            <Badge>{text(`workflows.type.${type}`)}</Badge>
          </>
        }
        more={
          <>
            {describe(workflow)}
            <br />
            <Lately workflow={workflow} />
            {problem && <span className={styles["problem"]}>{problem}</span>}
          </>
        }
        to="/settings/workflows/$workflowId"
        params={{ workflowId: String(id) }}
      />
      <RowActions>
        <div className={styles["buttons"]}>
          <IconButton
            ref={up}
            label={text("workflows.up", { name })}
            icon={<ArrowUp size={15} />}
            disabled={isFirst}
            onClick={() => onMove(-1)}
          />
          <IconButton
            ref={down}
            label={text("workflows.down", { name })}
            icon={<ArrowDown size={15} />}
            disabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton
            label={text(isOn ? "workflows.deactivate" : "workflows.activate", { name })}
            icon={isOn ? <PowerOff size={15} /> : <Power size={15} />}
            onClick={onSwitch}
          />
          <IconButton label={text("settings.delete", { name })} icon={<Trash2 size={15} />} onClick={onDelete} />
        </div>
      </RowActions>
    </>
  )
}

export function StatusBadge({ status }: Pick<ListedWorkflow, "status">) {
  const tones = { active: "good", inactive: "calm", invalid: "bad" } as const
  return <Badge tone={tones[status]}>{text(`workflows.status.${status}`)}</Badge>
}

/** When it ran last, and how often it did and did not. */
export function Lately({ workflow: { lastRunAt, counts } }: { workflow: ListedWorkflow }) {
  const now = useNow()
  return [
    lastRunAt === undefined
      ? text("workflows.neverRan")
      : text("workflows.lastRun", { moment: whenText(lastRunAt, now) }),
    ...(counts.done > 0 ? [text("workflows.done", { count: counts.done })] : []),
    ...(counts.failed > 0 ? [text("workflows.failed", { count: counts.failed })] : []),
    ...(counts.stopped > 0 ? [text("workflows.stopped", { count: counts.stopped })] : []),
  ].join(" · ")
}
