import type { ListedInbox, ListedWorkflow } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { Inbox, Plus, Workflow } from "lucide-react"
import { useState } from "react"
import { desk, statusOf } from "../../../data/client.ts"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { tell, tellFailure } from "../../../data/toasts.ts"
import { workflowsQuery } from "../../../data/workflows.ts"
import { text } from "../../../messages/settings.ts"
import { ConfirmDialog } from "../../../ui/form/DialogForm.tsx"
import { SelectField } from "../../../ui/form/fields.tsx"
import { Button } from "../../../ui/parts/Button.tsx"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { Allowed } from "../page/Allowed.tsx"
import { Loaded, Page } from "../page/Page.tsx"
import { Rows } from "../page/Rows.tsx"
import { useRefresh } from "../page/refresh.ts"
import { problemText } from "./describe.ts"
import { moved, newOrders } from "./order.ts"
import { type Step, WorkflowRow } from "./WorkflowRow.tsx"
import styles from "./Workflows.module.css"

export function WorkflowsPage() {
  return (
    <Allowed>
      <Workflows />
    </Allowed>
  )
}

/** Those of one inbox at a time, in the order in which they run. */
function Workflows() {
  const { inbox: wanted } = useSearch({ from: "/signed-in/settings/workflows" })
  const inboxes = useQuery(inboxesQuery)
  const workflows = useQuery(workflowsQuery)
  const navigate = useNavigate()
  const inUse = workflows.data?.[0]?.mailboxId
  const inbox =
    inboxes.data?.find(({ id }) => id === wanted) ?? inboxes.data?.find(({ id }) => id === inUse) ?? inboxes.data?.[0]
  const add = inbox && (
    <Button
      look="primary"
      onClick={() => void navigate({ to: "/settings/workflows/new", search: { inbox: inbox.id } })}
    >
      <Plus size={15} aria-hidden /> {text("workflows.add")}
    </Button>
  )
  return (
    <Page title={text("workflows.title")} lead={text("workflows.lead")} action={add}>
      <Loaded query={inboxes}>
        {(all) => (
          <Loaded query={workflows}>
            {(found) =>
              inbox ? (
                <>
                  {all.length > 1 && <InboxChoice inboxes={all} inbox={inbox} workflows={found} />}
                  <OfInbox
                    key={inbox.id}
                    workflows={found.filter(({ mailboxId }) => mailboxId === inbox.id)}
                    settle={() => workflows.refetch()}
                  />
                </>
              ) : (
                <Notice icon={<Inbox size={22} />} title={text("workflows.noInbox")}>
                  {text("workflows.noInbox.more")}
                </Notice>
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

interface InboxChoiceProps {
  inboxes: readonly ListedInbox[]
  inbox: ListedInbox
  workflows: readonly ListedWorkflow[]
}

function InboxChoice({ inboxes, inbox, workflows }: InboxChoiceProps) {
  const navigate = useNavigate()
  return (
    <div className={styles["filter"]}>
      <SelectField
        label={text("workflows.inbox")}
        value={String(inbox.id)}
        options={inboxes.map(({ id, name }) => {
          const count = workflows.filter(({ mailboxId }) => mailboxId === id).length
          return { value: String(id), label: count === 0 ? name : text("workflows.inbox.counted", { name, count }) }
        })}
        onChange={(id) => void navigate({ to: "/settings/workflows", search: { inbox: Number(id) }, replace: true })}
      />
    </div>
  )
}

function OfInbox({ workflows, settle }: { workflows: readonly ListedWorkflow[]; settle: () => Promise<unknown> }) {
  const [going, setGoing] = useState<ListedWorkflow>()
  /** Which button has the focus when the rows stand in their new places. */
  const [stepped, setStepped] = useState<{ id: number; step: Step }>()
  const refresh = useRefresh()

  async function attempt(task: () => Promise<unknown>, done: string, refused?: string) {
    try {
      await task()
      tell(done)
    } catch (error) {
      if (refused !== undefined && statusOf(error) === 400) tell(refused, { tone: "failed" })
      else tellFailure(error)
    }
    await refresh(["workflows"])
  }

  async function move(workflow: ListedWorkflow, step: Step) {
    const next = moved(workflows, workflow, step)
    const place = next.indexOf(workflow) + 1
    setStepped(undefined)
    await attempt(
      async () => {
        for (const { id, order } of newOrders(next)) await desk.workflows.setOrder(id, order)
        await settle()
      },
      text("workflows.moved", { name: workflow.name, place, all: next.length }),
    )
    setStepped({ id: workflow.id, step })
  }

  const switchOver = (workflow: ListedWorkflow) => {
    const { id, name } = workflow
    const next = workflow.status === "active" ? "inactive" : "active"
    const reason = problemText(workflow)
    return attempt(
      () => desk.workflows.setStatus(id, next),
      text(`workflows.switched.${next}`, { name }),
      reason && text("workflows.refused", { name, reason }),
    )
  }

  return (
    <>
      <Rows
        label={text("workflows.title")}
        items={workflows}
        keyOf={({ id }) => id}
        wordsOf={({ name }) => name}
        empty={
          <Notice icon={<Workflow size={22} />} title={text("workflows.none")}>
            {text("workflows.none.more")}
          </Notice>
        }
      >
        {(workflow) => {
          const at = workflows.indexOf(workflow)
          return (
            <WorkflowRow
              workflow={workflow}
              isFirst={at === 0}
              isLast={at === workflows.length - 1}
              focused={stepped?.id === workflow.id ? stepped.step : undefined}
              onMove={(step) => void move(workflow, step)}
              onSwitch={() => void switchOver(workflow)}
              onDelete={() => setGoing(workflow)}
            />
          )
        }}
      </Rows>
      <ConfirmDialog
        title={text("workflows.delete.ask", { name: going?.name ?? "" })}
        open={going !== undefined}
        onClose={() => setGoing(undefined)}
        confirm={text("settings.delete.one")}
        done={text("settings.deleted", { name: going?.name ?? "" })}
        onConfirm={async () => {
          if (going) await desk.workflows.delete(going.id)
          await refresh(["workflows"])
        }}
      >
        {text("workflows.delete.what")}
      </ConfirmDialog>
    </>
  )
}
