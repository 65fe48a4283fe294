import type { ListedWorkflow } from "@deskhand/sdk/client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Layers, Workflow } from "lucide-react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import type { CommandTarget } from "../../data/commands/command.ts"
import { conversationQuery, findListed } from "../../data/conversations/cache.ts"
import { inboxesQuery } from "../../data/inboxes.ts"
import { clearSelection } from "../../data/lists/selection.ts"
import { administers, useMe } from "../../data/session.ts"
import { tellFailure } from "../../data/toasts.ts"
import { manualQuery } from "../../data/workflows.ts"
import { text } from "../../messages/workflows.ts"
import { moveFocus } from "../../ui/keyboard/moved-focus.ts"
import { Choices } from "../../ui/parts/Choices.tsx"
import { Dialog } from "../../ui/parts/Dialog.tsx"
import { Failure, Notice } from "../../ui/parts/Notice.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import styles from "./RunDialog.module.css"
import { type FailedTarget, mostTargets, runWorkflow, type Target } from "./run-workflow.ts"

interface RunDialogProps {
  which: CommandTarget
  /** It is about what is selected, which is not any more when it has run. */
  selects: boolean
  onClose: () => void
}

/** The workflows that can be run by hand on what is meant, and what became of it. */
export function RunDialog({ which, selects, onClose }: RunDialogProps) {
  const isTooMany = which.count > mostTargets || which.ids.length < which.count
  return (
    <Dialog title={text("run.title")} open onClose={onClose}>
      <div className={styles["run"]}>
        {isTooMany ? (
          <Notice icon={<Layers size={22} />} title={text("run.many", { most: mostTargets })}>
            {text("run.many.more")}
          </Notice>
        ) : (
          <Runnable ids={which.ids} selects={selects} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

function Runnable({ ids, selects, onClose }: { ids: readonly number[] } & Omit<RunDialogProps, "which">) {
  const queryClient = useQueryClient()
  const workflows = useQuery({ ...manualQuery, refetchOnMount: "always" })
  const targets = useTargets(ids)
  const [running, setRunning] = useState<ListedWorkflow>()
  const [failed, setFailed] = useState<readonly FailedTarget[]>([])

  async function run(workflow: ListedWorkflow, meant: readonly Target[]) {
    setRunning(workflow)
    try {
      const left = await runWorkflow(queryClient, workflow, meant)
      if (selects) clearSelection()
      if (left.length === 0) onClose()
      else setFailed(left)
    } catch (error) {
      tellFailure(error)
      onClose()
    }
  }

  const error = workflows.error ?? targets.error
  if (failed.length > 0) return <Failures name={running?.name ?? ""} failed={failed} />
  if (running) return <p role="status">{text("run.running", running)}</p>
  if (error) return <Failure error={error} retry={() => void Promise.all([workflows.refetch(), targets.refetch()])} />
  if (!workflows.data || !targets.data) return <Skeleton lines={["long", "middle", "long"]} />
  const fitting = workflows.data.filter(({ mailboxId }) => targets.data.some((one) => one.mailboxId === mailboxId))
  if (fitting.length === 0) return <NoneHere />
  return <Chooser workflows={fitting} targets={targets.data} onRun={(...chosen) => void run(...chosen)} />
}

/** In which inbox each is; most are in a list that has been read. */
function useTargets(ids: readonly number[]) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: ["workflow-targets", ids],
    queryFn: () =>
      Promise.all(
        ids.map(
          async (id): Promise<Target> =>
            findListed(queryClient, id) ?? (await queryClient.fetchQuery(conversationQuery(id))),
        ),
      ),
    gcTime: 0,
  })
}

interface ChooserProps {
  workflows: readonly ListedWorkflow[]
  targets: readonly Target[]
  onRun: (workflow: ListedWorkflow, meant: readonly Target[]) => void
}

function Chooser({ workflows, targets, onRun }: ChooserProps) {
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const place = useRef<HTMLDivElement>(null)
  // The dialog was open before there was a box to type in.
  useEffect(() => moveFocus(place.current?.querySelector("input")), [])
  const meantBy = ({ mailboxId }: ListedWorkflow) => targets.filter((target) => target.mailboxId === mailboxId)
  const hintOf = (workflow: ListedWorkflow) => {
    const inbox = inboxes.find(({ id }) => id === workflow.mailboxId)?.name ?? ""
    const [count, all] = [meantBy(workflow).length, targets.length]
    return count === all ? text("run.of", { inbox }) : text("run.some", { inbox, count, all })
  }
  return (
    <div ref={place}>
      <Choices
        label={text("run.which")}
        options={(typed) =>
          workflows
            .filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
            .map((workflow) => ({
              key: String(workflow.id),
              label: workflow.name,
              hint: hintOf(workflow),
              icon: <Workflow size={15} />,
            }))
        }
        onPick={({ key }) => {
          const chosen = workflows.find(({ id }) => String(id) === key)
          if (chosen) onRun(chosen, meantBy(chosen))
        }}
      />
    </div>
  )
}

function NoneHere(): ReactNode {
  const isAdmin = administers(useMe())
  return (
    <Notice
      icon={<Workflow size={22} />}
      title={text("run.none")}
      action={isAdmin && <Link to="/settings/workflows">{text("run.none.make")}</Link>}
    >
      {text("run.none.more")}
    </Notice>
  )
}

function Failures({ name, failed }: { name: string; failed: readonly FailedTarget[] }) {
  return (
    <div role="alert" className={styles["failed"]}>
      <p>{text("run.failed", { name, count: failed.length })}</p>
      <ul>
        {failed.map(({ target: { id, number, subject }, message }) => (
          <li key={id}>
            <b>{text("run.failure", { number: String(number), subject })}</b> {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
