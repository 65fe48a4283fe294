import type { AccountShape } from "@deskhand/sdk/client"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { text } from "../../../messages/settings.ts"
import { ConfirmDialog } from "../../../ui/form/DialogForm.tsx"
import { Pair, SelectField, TextField } from "../../../ui/form/fields.tsx"
import { SaveForm } from "../../../ui/form/SaveForm.tsx"
import { useSettingsForm } from "../../../ui/form/settings-form.ts"
import { Section } from "../../../ui/parts/Section.tsx"
import { useRefresh } from "../page/refresh.ts"

const names = [
  "deletedConversationDays",
  "spamConversationDays",
  "rawMailDays",
  "eventDays",
  "webhookDeliveryDays",
] as const
type Name = (typeof names)[number]

/** Of these nothing else is kept: whoever shortens them is asked first. */
const precious: readonly Name[] = ["deletedConversationDays", "spamConversationDays", "rawMailDays"]

/** What is suggested to whoever turns one on. */
const usualDays: Record<Name, number> = {
  deletedConversationDays: 30,
  spamConversationDays: 30,
  rawMailDays: 365,
  eventDays: 90,
  webhookDeliveryDays: 30,
}

/** For how long things are kept; each is as the operator has set it up until somebody says otherwise here. */
export function RetentionForm({ account }: { account: AccountShape }) {
  const { ownRetention: own, retention } = account
  const [asking, setAsking] = useState(false)
  const refresh = useRefresh()
  const form = useSettingsForm({
    saved: Object.fromEntries(names.map((name) => [name, own[name] ?? null])) as Days,
    pathsOf: (name) => [`retention.${name}`],
    async save(retention) {
      await desk.account.change({ retention })
      await refresh(["account"])
    },
    done: text("settings.saved"),
  })
  const removes = precious.some((name) => form.changes[name] !== undefined && form.changes[name] !== null)
  return (
    <Section title={text("retention.title")} lead={text("retention.lead")}>
      <SaveForm form={form} onSave={() => (removes ? setAsking(true) : void form.save())}>
        {names.map((name) => (
          <DaysField
            {...form.field(name)}
            key={name}
            name={name}
            usual={own[name] === undefined ? retention[name] : undefined}
            isOwn={own[name] !== undefined}
          />
        ))}
      </SaveForm>
      <ConfirmDialog
        title={text("retention.ask")}
        open={asking}
        onClose={() => setAsking(false)}
        confirm={text("retention.ask.confirm")}
        onConfirm={() => form.save()}
      >
        {text("retention.ask.what")}
      </ConfirmDialog>
    </Section>
  )
}

/** Null leaves it to the operator. */
type Days = Record<Name, number | null>

interface DaysFieldProps {
  name: Name
  value: number | null
  /** What holds without it, where that is known. */
  usual: number | undefined
  isOwn: boolean
  failure: string | undefined
  onChange: (days: number | null) => void
}

function DaysField({ name, value: days, usual, isOwn, failure, onChange }: DaysFieldProps) {
  const label = text(`retention.${name}`)
  const asSetUp = isOwn
    ? text("retention.usual.unknown")
    : usual === undefined
      ? text("retention.usual.forGood")
      : text("retention.usual.days", { count: usual })
  return (
    <Pair>
      <SelectField
        label={label}
        hint={name === "rawMailDays" ? text("retention.rawMailDays.hint") : undefined}
        value={days === null ? "usual" : "own"}
        options={[
          { value: "usual", label: asSetUp },
          { value: "own", label: text("retention.own") },
        ]}
        onChange={(chosen) => onChange(chosen === "usual" ? null : usualDays[name])}
      />
      {days === null ? (
        <span />
      ) : (
        <TextField
          label={text("retention.days", { what: label })}
          type="number"
          min={name === "webhookDeliveryDays" ? 3 : 1}
          max={name === "webhookDeliveryDays" ? 3_650 : 36_500}
          required
          value={Number.isNaN(days) ? "" : String(days)}
          failure={failure}
          onChange={(typed) => onChange(Number.parseInt(typed, 10))}
        />
      )}
    </Pair>
  )
}
