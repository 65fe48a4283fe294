import { ArrowDown, ArrowUp, Plus, X } from "lucide-react"
import { useEffect, useId, useRef } from "react"
import { text } from "../../../messages/settings.ts"
import { moveFocus } from "../../../ui/keyboard/moved-focus.ts"
import { Button, IconButton } from "../../../ui/parts/Button.tsx"
import { Menu, MenuItem } from "../../../ui/parts/Menu.tsx"
import { ActionFields } from "./ActionFields.tsx"
import { actionIcons } from "./action-icons.tsx"
import { type ActionKind, actionKinds, firstOf, type WrittenAction } from "./values.ts"
import styles from "./Workflows.module.css"

interface ActionListProps {
  inboxId: number
  value: readonly WrittenAction[]
  /** What the desk says of a value, by where it stands in the workflow. */
  failureAt: (path: string) => string | undefined
  onChange: (actions: readonly WrittenAction[]) => void
}

/** As many as the desk takes. */
const mostActions = 20

/** What is done, in its order. */
export function ActionList({ inboxId, value: actions, failureAt, onChange }: ActionListProps) {
  const list = useRef<HTMLOListElement>(null)
  /** The action whose first control gets the focus when it is drawn, or that of this name in it. */
  const wanted = useRef<{ key: string; control: string }>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    const { key, control } = wanted.current
    wanted.current = undefined
    moveFocus(list.current?.querySelector<HTMLElement>(`[data-action="${key}"] ${control}`))
  })
  const add = (kind: ActionKind) => {
    const key = crypto.randomUUID()
    wanted.current = { key, control: ":is(input, select, textarea, [contenteditable], [data-pick])" }
    onChange([...actions, { key, action: firstOf[kind] }])
  }
  const move = (from: number, step: 1 | -1) => {
    const one = actions[from]
    if (!one) return
    wanted.current = { key: one.key, control: `[data-step="${step}"]:enabled, [data-step="${-step}"]` }
    onChange(actions.toSpliced(from, 1).toSpliced(from + step, 0, one))
  }
  return (
    <>
      {actions.length === 0 && <p className={styles["none"]}>{text("workflow.action.none")}</p>}
      <ol ref={list} className={styles["actions"]} aria-label={text("workflow.then")}>
        {actions.map((one, index) => (
          <ActionItem
            key={one.key}
            one={one}
            number={index + 1}
            isLast={index === actions.length - 1}
            inboxId={inboxId}
            failureAt={failureAt}
            onMove={(step) => move(index, step)}
            onChange={(action) => onChange(actions.with(index, { ...one, action }))}
            onRemove={() => onChange(actions.toSpliced(index, 1))}
          />
        ))}
      </ol>
      {actions.length < mostActions && <AddAction onAdd={add} />}
      {actions.length === 0 && failureAt("actions") && (
        <p className={styles["problem"]} role="alert">
          {failureAt("actions")}
        </p>
      )}
    </>
  )
}

interface ActionItemProps extends Pick<ActionListProps, "inboxId" | "failureAt"> {
  one: WrittenAction
  number: number
  isLast: boolean
  onMove: (step: 1 | -1) => void
  onChange: (action: WrittenAction["action"]) => void
  onRemove: () => void
}

function ActionItem({ one, number, isLast, inboxId, failureAt, onMove, onChange, onRemove }: ActionItemProps) {
  const { key, action } = one
  const id = useId()
  return (
    <li data-action={key} aria-labelledby={id}>
      <header>
        <h3 id={id}>
          {actionIcons[action.type]}
          {text("workflow.action.one", { number, kind: text(`workflow.action.${action.type}`) })}
        </h3>
        <IconButton
          label={text("workflow.action.up", { number })}
          icon={<ArrowUp size={14} />}
          data-step={-1}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={text("workflow.action.down", { number })}
          icon={<ArrowDown size={14} />}
          data-step={1}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton label={text("workflow.action.remove", { number })} icon={<X size={14} />} onClick={onRemove} />
      </header>
      <ActionFields
        action={action}
        inboxId={inboxId}
        failureAt={(field) => failureAt(`actions[${number - 1}].${field}`)}
        onChange={(change) => onChange({ ...action, ...change })}
      />
    </li>
  )
}

function AddAction({ onAdd }: { onAdd: (kind: ActionKind) => void }) {
  return (
    <p>
      <Menu
        trigger={
          <Button>
            <Plus size={14} aria-hidden /> {text("workflow.action.add")}
          </Button>
        }
      >
        {actionKinds.map((kind) => (
          <MenuItem key={kind} icon={actionIcons[kind]} onSelect={() => onAdd(kind)}>
            {text(`workflow.action.${kind}`)}
          </MenuItem>
        ))}
      </Menu>
    </p>
  )
}
