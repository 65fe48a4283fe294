import type { ListedWorkflow } from "@deskhand/sdk/client"
import { text } from "../../../messages/settings.ts"
import { useDraft } from "../../../ui/form/draft.ts"
import { CheckField, RadioField, TextField } from "../../../ui/form/fields.tsx"
import { SaveForm } from "../../../ui/form/SaveForm.tsx"
import { useSaving } from "../../../ui/form/saving.ts"
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

/** When, if, then: read from top to bottom it says what the desk will do. */
export function WorkflowForm({ saved, problem, onSave }: WorkflowFormProps) {
  const draft = useDraft(saved)
  const { values, set } = draft
  const saving = useSaving(["name", "conditions.on", "conditions.after", "conditions.query", "actions"])
  const problemAt = (path: string) =>
    problem && (problem.path === path || problem.path.startsWith(`${path}[`)) ? problem.message : undefined
  const isUntouched = !("actions" in draft.changes)
  const save = () =>
    saving.run(async () => {
      await onSave(values)
      draft.reset()
    }, text("settings.saved"))
  return (
    <SaveForm draft={draft} saving={saving} onSave={() => void save()}>
      <TextField
        label={text("workflow.name")}
        value={values.name}
        failure={saving.at("name")}
        required
        maxLength={120}
        placeholder={text("workflow.name.example")}
        onChange={(name) => set({ name })}
      />
      <RadioField
        label={text("workflow.type")}
        value={values.type}
        options={types.map((value) => ({
          value,
          label: text(`workflow.type.${value}`),
          hint: text(`workflow.type.${value}.hint`),
        }))}
        onChange={(type) => set({ type })}
      />
      {values.type === "automatic" && (
        <Part title={text("workflow.when")}>
          <Occasions values={values} saving={saving} onChange={set} />
        </Part>
      )}
      <Part title={text("workflow.if")}>
        <QueryField value={values.query} failure={saving.at("conditions.query")} onChange={(query) => set({ query })} />
        <DryRun mailboxId={values.mailboxId} conditions={conditionsOf(values)} />
      </Part>
      <Part title={text("workflow.then")} lead={text("workflow.then.lead")}>
        <ActionList
          inboxId={values.mailboxId}
          actions={values.actions}
          failureAt={(path) => saving.at(path) ?? (isUntouched ? problemAt(path) : undefined)}
          onChange={(actions) => set({ actions })}
        />
      </Part>
      <CheckField
        label={text("workflow.active")}
        hint={text("workflow.active.hint")}
        checked={values.active}
        onChange={(active) => set({ active })}
      />
    </SaveForm>
  )
}
