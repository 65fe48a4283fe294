import type { AccountShape } from "@deskhand/sdk/client"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"
import { text } from "../../../messages/settings.ts"
import { RadioField, TextField } from "../../../ui/form/fields.tsx"
import { SaveForm } from "../../../ui/form/SaveForm.tsx"
import { useSettingsForm } from "../../../ui/form/settings-form.ts"
import { Allowed } from "../page/Allowed.tsx"
import { Loaded, Page } from "../page/Page.tsx"
import { useRefresh } from "../page/refresh.ts"
import { IgnoredProxy } from "./IgnoredProxy.tsx"
import { RetentionForm } from "./RetentionForm.tsx"

const accountQuery = queryOptions({ queryKey: ["account"], queryFn: () => desk.account.get() })

export function DeskPage() {
  return (
    <Allowed>
      <DeskSettings />
    </Allowed>
  )
}

function DeskSettings() {
  const account = useQuery(accountQuery)
  return (
    <Page title={text("desk.title")} lead={text("desk.lead")}>
      <Loaded query={account}>
        {(found) => (
          <>
            {found.ignoredProxy && <IgnoredProxy proxy={found.ignoredProxy} />}
            <DeskForm account={found} />
            <RetentionForm account={found} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** What is suggested to whoever turns it on. */
const usualDays = 365

function DeskForm({ account }: { account: AccountShape }) {
  const refresh = useRefresh()
  const form = useSettingsForm({
    saved: {
      name: account.name,
      old: account.oldConversationDays === undefined ? ("open" as "open" | "limited") : "limited",
      days: String(account.oldConversationDays ?? usualDays),
    },
    pathsOf: (name) => [name === "days" ? "oldConversationDays" : name],
    async save({ name, old, days }) {
      await desk.account.change({ name, oldConversationDays: old === "limited" ? Number(days) : null })
      await refresh(["account"], ["session"])
    },
    done: text("settings.saved"),
  })
  return (
    <SaveForm form={form}>
      <TextField
        {...form.field("name")}
        label={text("desk.name")}
        hint={text("desk.name.hint")}
        required
        maxLength={120}
      />
      <RadioField
        {...form.field("old")}
        label={text("desk.old")}
        hint={text("desk.old.hint")}
        options={(["open", "limited"] as const).map((value) => ({ value, label: text(`desk.old.${value}`) }))}
      />
      {form.values.old === "limited" && (
        <TextField {...form.field("days")} label={text("desk.old.days")} type="number" min={1} max={36_500} required />
      )}
    </SaveForm>
  )
}
