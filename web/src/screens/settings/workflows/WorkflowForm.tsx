import type { ListedWorkflow } from "@deskhand/sdk/client"
import { text } from "../../../messages/settings.ts"
import { CheckField, RadioField, TextField } from "../../../ui/form/fields.tsx"
import { SaveForm } from "../../../ui/form/SaveForm.tsx"
import { useSettingsForm } from "../../../ui/form/settings-form.ts"
import { ActionList } from "./ActionList.tsx"
import { DryRun } from "./DryRun.tsx"
import { Occasions } from "./Occasions.tsx"
import { Part } from "./Part.tsx"
import { QueryField } from "./QueryField.tsx"
import { conditionsOf, type WorkflowValues } from "./values.ts"

interface WorkflowFormProps {
  saved: WorkflowValues
  /** Why the desk does not run it any more, beside the field that it is about. */
  problem: ListedWorkflow["problem"]
  onSave: (values: WorkflowValues) => Promise<void>
}

const types = ["automatic", "manual"] as const

/** Where the desk names them otherwise. */
const paths: Partial<Record<keyof WorkflowValues, string>> = {
  on: "conditions.on",
  minutes: "conditions.after",
  query: "conditions.query",
}

/** When, if, then: read from top to bottom it says what the desk will do. */
export function WorkflowForm({ saved, problem, onSave }: WorkflowFormProps) {
  const form = useSettingsForm({
    saved,
    pathsOf: (name) => [paths[name] ?? name],
    save: onSave,
    done: text("settings.saved"),
  })
  const { values } = form
  const problemAt = (path: string) =>
    problem && (problem.path === path || problem.path.startsWith(`${path}[`)) ? problem.message : undefined
  const isUntouched = !("actions" in form.changes)
  return (
    <SaveForm form={form}>
      <TextField
        {...form.field("name")}
        label={text("workflow.name")}
        required
        maxLength={120}
        placeholder={text("workflow.name.example")}
      />
      <RadioField
        {...form.field("type")}
        label={text("workflow.type")}
        options={types.map((value) => ({
          value,
          label: text(`workflow.type.${value}`),
          hint: text(`workflow.type.${value}.hint`),
        }))}
      />
      {values.type === "automatic" && (
        <Part title={text("workflow.when")}>
          <Occasions form={form} />
        </Part>
      )}
      <Part title={text("workflow.if")}>
        <QueryField {...form.field("query")} />
        <DryRun mailboxId={values.mailboxId} conditions={conditionsOf(values)} />
      </Part>
      <Part title={text("workflow.then")} lead={text("workflow.then.lead")}>
        <ActionList
          {...form.field("actions")}
          inboxId={values.mailboxId}
          failureAt={(path) => form.failureAt(path) ?? (isUntouched ? problemAt(path) : undefined)}
        />
      </Part>
      <CheckField {...form.field("active")} label={text("workflow.active")} hint={text("workflow.active.hint")} />
    </SaveForm>
  )
}
