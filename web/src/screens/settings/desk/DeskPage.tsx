import type { AccountShape } from "@deskhand/sdk/client"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"
import { text } from "../../../messages/settings.ts"
import { useDraft } from "../../../ui/form/draft.ts"
import { RadioField, TextField } from "../../../ui/form/fields.tsx"
import { SaveForm } from "../../../ui/form/SaveForm.tsx"
import { useSaving } from "../../../ui/form/saving.ts"
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
  const draft = useDraft({
    name: account.name,
    limited: account.oldConversationDays !== undefined,
    days: String(account.oldConversationDays ?? usualDays),
  })
  const { values, set } = draft
  const saving = useSaving(["name", "oldConversationDays"])
  const refresh = useRefresh()
  const save = async () => {
    await desk.account.change({
      name: values.name,
      oldConversationDays: values.limited ? Number(values.days) : null,
    })
    await refresh(["account"], ["session"])
    draft.reset()
  }
  return (
    <SaveForm draft={draft} saving={saving} onSave={() => void saving.run(save, text("settings.saved"))}>
      <TextField
        label={text("desk.name")}
        hint={text("desk.name.hint")}
        value={values.name}
        failure={saving.at("name")}
        required
        maxLength={120}
        onChange={(name) => set({ name })}
      />
      <RadioField
        label={text("desk.old")}
        hint={text("desk.old.hint")}
        value={values.limited ? "limited" : "open"}
        options={(["open", "limited"] as const).map((value) => ({ value, label: text(`desk.old.${value}`) }))}
        onChange={(chosen) => set({ limited: chosen === "limited" })}
      />
      {values.limited && (
        <TextField
          label={text("desk.old.days")}
          type="number"
          min={1}
          max={36_500}
          required
          value={values.days}
          failure={saving.at("oldConversationDays")}
          onChange={(days) => set({ days })}
        />
      )}
    </SaveForm>
  )
}
