import type { Inbox } from "@deskhand/sdk/client"
import { text } from "../../../../messages/settings.ts"
import { CheckField, TextField } from "../../../../ui/form/fields.tsx"
import { HtmlField } from "../../../../ui/form/HtmlField.tsx"
import { SaveForm } from "../../../../ui/form/SaveForm.tsx"
import { useInboxForm } from "../tab/change.ts"

export function AutoReplyTab({ inbox }: { inbox: Inbox }) {
  const form = useInboxForm(inbox, {
    saved: inbox.autoReply,
    pathsOf: (name) => [`autoReply.${name}`],
    changeOf: (autoReply) => ({ autoReply }),
  })
  return (
    <SaveForm form={form}>
      <CheckField
        {...form.field("enabled")}
        label={text("inbox.autoReply.enabled")}
        hint={text("inbox.autoReply.enabled.hint")}
      />
      <TextField
        {...form.field("subject")}
        label={text("inbox.autoReply.subject")}
        hint={text("inbox.autoReply.subject.hint")}
        maxLength={255}
      />
      <HtmlField
        {...form.field("text")}
        label={text("inbox.autoReply.text")}
        placeholder={text("inbox.autoReply.placeholder")}
      />
    </SaveForm>
  )
}
