import { useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { CloudOff, TriangleAlert } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { useNow } from "../../data/clock.ts"
import type { Command } from "../../data/commands/command.ts"
import { cancelCommand, commands, isDelayed, retryCommand } from "../../data/commands/current.ts"
import { commandText } from "../../data/commands/kinds.ts"
import { connection } from "../../data/live/connection.ts"
import { useStore } from "../../data/store.ts"
import { tell } from "../../data/toasts.ts"
import { agoText, wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Dialog } from "../../ui/parts/Dialog.tsx"
import styles from "./Commands.module.css"

/** Says how many changes the desk has not made yet, and lists them on request. */
export function WaitingCommands() {
  const all = useStore(commands)
  const isLost = useStore(connection) === "lost"
  const [open, setOpen] = useState(false)
  const undecided = all.filter(({ state }) => state !== "waiting").length
  const waiting = isDelayed(all) ? all.length - undecided : 0
  const lead = useRef<HTMLParagraphElement>(null)
  // A row that leaves takes the focus with it, and keys would then mean the page behind the dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the list
  useEffect(() => {
    if (document.activeElement === document.body) lead.current?.focus()
  }, [all])
  const label = undecided > 0 ? text("commands.undecided", { count: undecided }) : waitingText(waiting)
  return (
    <>
      <div className={styles["place"]} role="status" aria-live="polite" data-below={isLost || undefined}>
        {undecided + waiting > 0 && (
          <button
            type="button"
            className={styles["pill"]}
            data-tone={undecided > 0 ? "undecided" : undefined}
            aria-label={label}
            onClick={() => setOpen(true)}
          >
            {undecided > 0 ? <TriangleAlert size={14} aria-hidden /> : <CloudOff size={14} aria-hidden />}
            <span className={styles["short"]} aria-hidden>
              {undecided || waiting}
            </span>
            <span className={styles["label"]}>{label}</span>
          </button>
        )}
      </div>
      <Dialog title={text("commands.title")} size="large" open={open} onClose={() => setOpen(false)}>
        <div className={styles["body"]}>
          <p ref={lead} className={styles["lead"]} tabIndex={-1}>
            {text(all.length > 0 ? "commands.lead" : "commands.none")}
          </p>
          <ul className={styles["list"]}>
            {all.map((command) => (
              <Row key={command.id} command={command} onLeave={() => setOpen(false)} />
            ))}
          </ul>
        </div>
      </Dialog>
    </>
  )
}

function waitingText(count: number): string {
  return text("commands.waiting", { count })
}

function Row({ command, onLeave }: { command: Command; onLeave: () => void }) {
  const now = useNow()
  const { createdAt, state } = command
  const given = new Date(createdAt).toISOString()
  return (
    <li className={styles["row"]} data-tone={state === "waiting" ? undefined : "undecided"}>
      <div className={styles["words"]}>
        <strong>{commandText(command.change)}</strong>
        <span className={styles["about"]}>
          <About command={command} onLeave={onLeave} />
          <time dateTime={given} title={wholeMomentText(given)}>
            {agoText(given, Math.max(now, createdAt))}
          </time>
        </span>
        <span>{stateText(command)}</span>
      </div>
      <div className={styles["buttons"]}>
        <Choice command={command} />
      </div>
    </li>
  )
}

function About({ command, onLeave }: { command: Command; onLeave: () => void }) {
  const { ids, number } = command.target
  const [id] = ids
  if (id === undefined || number === undefined) return <span>{targetText(command)}</span>
  return (
    <Link
      to="/conversation/$conversationId/$number"
      params={{ conversationId: String(id), number: String(number) }}
      search={{ list: "all" }}
      onClick={onLeave}
    >
      {targetText(command)}
    </Link>
  )
}

/** "#12 Late order", or how many conversations. */
function targetText({ target: { number, subject, count } }: Command): string {
  if (number === undefined) return text("command.conversations", { count })
  return text("command.conversation", { number: String(number), subject: subject || text("list.noSubject") })
}

function stateText({ state, conflict = "changed", reason = "" }: Command): string {
  if (state === "refused") return text("commands.state.refused", { reason })
  return text(state === "waiting" ? "commands.state.waiting" : `commands.state.${conflict}`)
}

/** Waiting: cancel or retry now. Otherwise: try it again as it is, or discard it. */
function Choice({ command }: { command: Command }) {
  const queryClient = useQueryClient()
  const { id, state, target } = command
  const words = { command: commandText(command.change) }
  const drop = () => {
    cancelCommand(id)
    tell(text("commands.cancelled"))
    // A try without an answer may have arrived: what is shown is what the desk has.
    for (const queryKey of [["list"], ...target.ids.slice(0, 1).map((one) => ["conversation", one])])
      void queryClient.invalidateQueries({ queryKey })
  }
  const [keep, away] =
    state === "waiting"
      ? (["retryNow", "cancel"] as const)
      : ([state === "refused" ? "retry" : "apply", "discard"] as const)
  return (
    <>
      <Button aria-label={text(`commands.${away}.label`, words)} onClick={drop}>
        {text(`commands.${away}`)}
      </Button>
      <Button look="primary" aria-label={text(`commands.${keep}.label`, words)} onClick={() => retryCommand(id)}>
        {text(`commands.${keep}`)}
      </Button>
    </>
  )
}
