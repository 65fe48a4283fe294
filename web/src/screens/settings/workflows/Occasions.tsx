import { text } from "../../../messages/settings.ts"
import { CheckField, GroupField, SelectField } from "../../../ui/form/fields.tsx"
import type { SettingsForm } from "../../../ui/form/settings-form.ts"
import { kindText } from "../webhooks/kinds.ts"
import { DurationField } from "./DurationField.tsx"
import { occasions } from "./describe.ts"
import type { Since, WorkflowValues } from "./values.ts"
import styles from "./Workflows.module.css"

const spells: readonly Since[] = ["waiting", "created", "agentReply", "status", "assigned"]

/** What sets an automatic one off: what happens, and time that passes. */
export function Occasions({ form }: { form: SettingsForm<WorkflowValues> }) {
  const { on, waits } = form.values
  return (
    <>
      <GroupField label={text("workflow.on")}>
        <ul className={styles["occasions"]}>
          {occasions.map((kind) => (
            <li key={kind}>
              <label>
                <input
                  type="checkbox"
                  checked={on.includes(kind)}
                  onChange={({ target }) =>
                    form.set({ on: occasions.filter((one) => (one === kind ? target.checked : on.includes(one))) })
                  }
                />
                {kindText(kind)}
              </label>
            </li>
          ))}
        </ul>
      </GroupField>
      {form.failureAt("conditions.on") && (
        <p className={styles["problem"]} role="alert">
          {text("workflow.on.none")}
        </p>
      )}
      <CheckField label={text("workflow.waits")} hint={text("workflow.waits.hint")} {...form.field("waits")} />
      {waits && (
        <>
          <DurationField label={text("workflow.after")} {...form.field("minutes")} />
          <SelectField
            {...form.field("since")}
            label={text("workflow.since")}
            options={spells.map((value) => ({ value, label: text(`workflow.since.${value}`) }))}
          />
        </>
      )}
    </>
  )
}
