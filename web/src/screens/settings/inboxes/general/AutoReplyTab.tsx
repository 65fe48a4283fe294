import type { Inbox } from "@deskhand/sdk/client"
import { text } from "../../../../messages/settings.ts"
import { useDraft } from "../../../../ui/form/draft.ts"
import { CheckField, TextField } from "../../../../ui/form/fields.tsx"
import { HtmlField } from "../../../../ui/form/HtmlField.tsx"
import { SaveForm } from "../../../../ui/form/SaveForm.tsx"
import { useInboxSaving } from "../tab/change.ts"

export function AutoReplyTab({ inbox }: { inbox: Inbox }) {
  const draft = useDraft(inbox.autoReply)
  const { saving, save } = useInboxSaving(inbox, {
    draft,
    fields: ["autoReply.enabled", "autoReply.subject", "autoReply.text"],
    send: (autoReply) => ({ autoReply }),
  })
  const { values, set } = draft
  return (
    <SaveForm draft={draft} saving={saving} onSave={save}>
      <CheckField
        label={text("inbox.autoReply.enabled")}
        hint={text("inbox.autoReply.enabled.hint")}
        checked={values.enabled}
        failure={saving.at("autoReply.enabled")}
        onChange={(enabled) => set({ enabled })}
      />
      <TextField
        label={text("inbox.autoReply.subject")}
        hint={text("inbox.autoReply.subject.hint")}
        value={values.subject}
        failure={saving.at("autoReply.subject")}
        maxLength={255}
        onChange={(subject) => set({ subject })}
      />
      <HtmlField
        label={text("inbox.autoReply.text")}
        placeholder={text("inbox.autoReply.placeholder")}
        value={values.text}
        failure={saving.at("autoReply.text")}
        onChange={(text) => set({ text })}
      />
    </SaveForm>
  )
}
