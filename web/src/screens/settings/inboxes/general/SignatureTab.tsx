import type { Inbox } from "@deskhand/sdk/client"
import { text } from "../../../../messages/settings.ts"
import { HtmlField } from "../../../../ui/form/HtmlField.tsx"
import { SaveForm } from "../../../../ui/form/SaveForm.tsx"
import { useInboxForm } from "../tab/change.ts"

export function SignatureTab({ inbox }: { inbox: Inbox }) {
  const form = useInboxForm(inbox, { saved: { signature: inbox.signature }, changeOf: (changes) => changes })
  return (
    <SaveForm form={form}>
      <HtmlField
        {...form.field("signature")}
        label={text("inbox.signature")}
        placeholder={text("inbox.signature.placeholder")}
        hint={text("inbox.signature.hint")}
      />
    </SaveForm>
  )
}
