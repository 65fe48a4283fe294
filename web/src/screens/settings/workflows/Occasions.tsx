import { text } from "../../../messages/settings.ts"
import { CheckField, GroupField, SelectField } from "../../../ui/form/fields.tsx"
import type { Saving } from "../../../ui/form/saving.ts"
import { kindText } from "../webhooks/kinds.ts"
import { DurationField } from "./DurationField.tsx"
import { occasions } from "./describe.ts"
import type { Since, WorkflowValues } from "./values.ts"
import styles from "./Workflows.module.css"

const spells: readonly Since[] = ["waiting", "created", "agentReply", "status", "assigned"]

interface OccasionsProps {
  values: WorkflowValues
  saving: Saving
  onChange: (change: Partial<WorkflowValues>) => void
}

/** What sets an automatic one off: what happens, and time that passes. */
export function Occasions({ values: { on, waits, minutes, since }, saving, onChange }: OccasionsProps) {
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
                    onChange({ on: occasions.filter((one) => (one === kind ? target.checked : on.includes(one))) })
                  }
                />
                {kindText(kind)}
              </label>
            </li>
          ))}
        </ul>
      </GroupField>
      {saving.at("conditions.on") && (
        <p className={styles["problem"]} role="alert">
          {text("workflow.on.none")}
        </p>
      )}
      <CheckField
        label={text("workflow.waits")}
        hint={text("workflow.waits.hint")}
        checked={waits}
        onChange={(waits) => onChange({ waits })}
      />
      {waits && (
        <>
          <DurationField
            label={text("workflow.after")}
            failure={saving.at("conditions.after")}
            minutes={minutes}
            onChange={(minutes) => onChange({ minutes })}
          />
          <SelectField
            label={text("workflow.since")}
            value={since}
            options={spells.map((value) => ({ value, label: text(`workflow.since.${value}`) }))}
            onChange={(since) => onChange({ since })}
          />
        </>
      )}
    </>
  )
}
