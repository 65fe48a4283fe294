import { desk } from "../../../data/client.ts"
import { readDateValue } from "../../../messages/calendar.ts"
import { text } from "../../../messages/settings.ts"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { Pair, SelectField, TextField } from "../../../ui/form/fields.tsx"
import { useSettingsForm } from "../../../ui/form/settings-form.ts"

const states = ["failed", "delivered", "cancelled"] as const

interface ReplayFormProps {
  webhookId: number
  onClose: () => void
  onDone: () => Promise<unknown>
}

/** Sends again what came about within a span, or what became of which is the same. */
export function ReplayForm({ webhookId, onClose, onDone }: ReplayFormProps) {
  const form = useSettingsForm({
    saved: { state: "failed" as (typeof states)[number] | "", since: "", until: "" },
    save: ({ state, since, until }) =>
      desk.webhooks.replay(webhookId, {
        ...(state !== "" && { state }),
        ...(since !== "" && { since: readDateValue(since).toISOString() }),
        ...(until !== "" && { until: readDateValue(until).toISOString() }),
      }),
    done: text("deliveries.replayed.many"),
    async onSaved() {
      onClose()
      await onDone()
    },
  })
  const { values } = form
  return (
    <DialogForm
      form={form}
      submit={text("deliveries.replay.submit")}
      // The desk sends no more than somebody has named.
      disabled={values.state === "" && values.since === "" && values.until === ""}
      onClose={onClose}
    >
      <SelectField
        {...form.field("state")}
        label={text("deliveries.replay.which")}
        options={[
          ...states.map((value) => ({ value, label: text(`deliveries.replay.${value}`) })),
          { value: "" as const, label: text("deliveries.replay.any") },
        ]}
      />
      <Pair>
        <TextField {...form.field("since")} label={text("deliveries.replay.since")} type="datetime-local" />
        <TextField {...form.field("until")} label={text("deliveries.replay.until")} type="datetime-local" />
      </Pair>
      <p>{text("deliveries.replay.what")}</p>
    </DialogForm>
  )
}
