import type { Inbox } from "@deskhand/sdk/client"
import { text } from "../../../../messages/settings.ts"
import { useDraft } from "../../../../ui/form/draft.ts"
import { HtmlField } from "../../../../ui/form/HtmlField.tsx"
import { SaveForm } from "../../../../ui/form/SaveForm.tsx"
import { useInboxSaving } from "../tab/change.ts"

export function SignatureTab({ inbox }: { inbox: Inbox }) {
  const draft = useDraft({ signature: inbox.signature })
  const { saving, save } = useInboxSaving(inbox, { draft, fields: ["signature"], send: (changes) => changes })
  return (
    <SaveForm draft={draft} saving={saving} onSave={save}>
      <HtmlField
        label={text("inbox.signature")}
        placeholder={text("inbox.signature.placeholder")}
        hint={text("inbox.signature.hint")}
        value={draft.values.signature}
        failure={saving.at("signature")}
        onChange={(signature) => draft.set({ signature })}
      />
    </SaveForm>
  )
}
