import type { Workflow } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router"
import { Trash2, Workflow as WorkflowIcon } from "lucide-react"
import { useState } from "react"
import { desk, statusOf } from "../../../data/client.ts"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { workflowQuery } from "../../../data/workflows.ts"
import { text } from "../../../messages/settings.ts"
import { ConfirmDialog } from "../../../ui/form/DialogForm.tsx"
import { Button } from "../../../ui/parts/Button.tsx"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { usePageTitle } from "../../../ui/parts/page-title.ts"
import { Allowed } from "../page/Allowed.tsx"
import { Badge, Loaded, Page } from "../page/Page.tsx"
import { useRefresh } from "../page/refresh.ts"
import { problemText } from "./describe.ts"
import { Runs } from "./Runs.tsx"
import { newValues, valuesOf, writtenOf } from "./values.ts"
import { WorkflowForm } from "./WorkflowForm.tsx"
import { Lately, StatusBadge } from "./WorkflowRow.tsx"
import styles from "./Workflows.module.css"

export function NewWorkflowPage() {
  return (
    <Allowed>
      <NewWorkflow />
    </Allowed>
  )
}

function NewWorkflow() {
  const { inbox: wanted } = useSearch({ from: "/signed-in/settings/workflows/new" })
  const inboxes = useQuery(inboxesQuery)
  const navigate = useNavigate()
  const refresh = useRefresh()
  return (
    <Loaded query={inboxes}>
      {(all) => {
        const inbox = all.find(({ id }) => id === wanted) ?? all[0]
        if (!inbox)
          return (
            <Notice level={1} icon={<WorkflowIcon size={22} />} title={text("workflows.noInbox")}>
              {text("workflows.noInbox.more")}
            </Notice>
          )
        return (
          <Page title={text("workflow.new")} lead={text("workflow.lead", inbox)}>
            <WorkflowForm
              key={inbox.id}
              saved={newValues(inbox.id)}
              problem={undefined}
              onSave={async (values) => {
                const { id } = await desk.workflows.create(writtenOf(values))
                await refresh(["workflows"])
                const params = { workflowId: String(id) }
                await navigate({ to: "/settings/workflows/$workflowId", params, replace: true, ignoreBlocker: true })
              }}
            />
          </Page>
        )
      }}
    </Loaded>
  )
}

/** One workflow: what it does when, and what it did. */
export function WorkflowPage() {
  return (
    <Allowed>
      <ReadWorkflow />
    </Allowed>
  )
}

function ReadWorkflow() {
  const { workflowId } = useParams({ from: "/signed-in/settings/workflows/$workflowId" })
  const workflow = useQuery(workflowQuery(Number(workflowId)))
  const isMissing = statusOf(workflow.error) === 404
  usePageTitle(isMissing ? text("workflow.missing") : undefined)
  if (isMissing)
    return (
      <Notice
        level={1}
        icon={<WorkflowIcon size={22} />}
        title={text("workflow.missing")}
        action={<Link to="/settings/workflows">{text("workflow.missing.back")}</Link>}
      >
        {text("workflow.missing.more")}
      </Notice>
    )
  return <Loaded query={workflow}>{(found) => <ShownWorkflow key={found.id} workflow={found} />}</Loaded>
}

function ShownWorkflow({ workflow }: { workflow: Workflow }) {
  const { id, name, status, type, mailboxId, problem } = workflow
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const [going, setGoing] = useState(false)
  const navigate = useNavigate()
  const refresh = useRefresh()
  const inbox = inboxes.find((one) => one.id === mailboxId)
  return (
    <Page
      title={name}
      lead={text("workflow.lead", { name: inbox?.name ?? "" })}
      action={
        <Button onClick={() => setGoing(true)}>
          <Trash2 size={15} aria-hidden /> {text("settings.delete.one")}
        </Button>
      }
    >
      <p className={styles["state"]}>
        <StatusBadge status={status} />
        <Badge>{text(`workflows.type.${type}`)}</Badge>
        <span>
          <Lately workflow={workflow} />
        </span>
      </p>
      {problem && (
        <p className={styles["broken"]} role="alert">
          {problemText(workflow)}
        </p>
      )}
      <WorkflowForm
        saved={valuesOf(workflow)}
        problem={problem}
        onSave={async (values) => {
          await desk.workflows.replace(id, writtenOf(values))
          await refresh(["workflows"])
        }}
      />
      <Runs workflow={workflow} />
      <ConfirmDialog
        title={text("workflows.delete.ask", { name })}
        open={going}
        onClose={() => setGoing(false)}
        confirm={text("settings.delete.one")}
        done={text("settings.deleted", { name })}
        onConfirm={async () => {
          await desk.workflows.delete(id)
          await navigate({ to: "/settings/workflows", search: { inbox: mailboxId }, ignoreBlocker: true })
          await refresh(["workflows"])
        }}
      >
        {text("workflows.delete.what")}
      </ConfirmDialog>
    </Page>
  )
}
