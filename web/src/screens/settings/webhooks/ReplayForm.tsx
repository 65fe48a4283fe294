import { desk } from "../../../data/client.ts"
import { text } from "../../../messages/settings.ts"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { useDraft } from "../../../ui/form/draft.ts"
import { Pair, SelectField, TextField } from "../../../ui/form/fields.tsx"
import { useSaving } from "../../../ui/form/saving.ts"

const states = ["failed", "delivered", "cancelled"] as const

interface ReplayFormProps {
  webhookId: number
  onClose: () => void
  onDone: () => Promise<unknown>
}

/** Sends again what came about within a span, or what became of which is the same. */
export function ReplayForm({ webhookId, onClose, onDone }: ReplayFormProps) {
  const draft = useDraft({ state: "failed" as (typeof states)[number] | "", since: "", until: "" })
  const { values, set } = draft
  const saving = useSaving(["since", "until", "state"])
  const save = async () => {
    const { state, since, until } = values
    const done = await saving.run(
      () =>
        desk.webhooks.replay(webhookId, {
          ...(state !== "" && { state }),
          ...(since !== "" && { since: new Date(since).toISOString() }),
          ...(until !== "" && { until: new Date(until).toISOString() }),
        }),
      text("deliveries.replayed.many"),
    )
    if (!done) return
    onClose()
    await onDone()
  }
  return (
    <DialogForm
      saving={saving}
      submit={text("deliveries.replay.submit")}
      // The desk sends no more than somebody has named.
      disabled={values.state === "" && values.since === "" && values.until === ""}
      onClose={onClose}
      onSave={() => void save()}
    >
      <SelectField
        label={text("deliveries.replay.which")}
        value={values.state}
        failure={saving.at("state")}
        options={[
          ...states.map((value) => ({ value, label: text(`deliveries.replay.${value}`) })),
          { value: "" as const, label: text("deliveries.replay.any") },
        ]}
        onChange={(state) => set({ state })}
      />
      <Pair>
        <TextField
          label={text("deliveries.replay.since")}
          type="datetime-local"
          value={values.since}
          failure={saving.at("since")}
          onChange={(since) => set({ since })}
        />
        <TextField
          label={text("deliveries.replay.until")}
          type="datetime-local"
          value={values.until}
          failure={saving.at("until")}
          onChange={(until) => set({ until })}
        />
      </Pair>
      <p>{text("deliveries.replay.what")}</p>
    </DialogForm>
  )
}
