import type { SavedReply } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { desk } from "../../../../data/client.ts"
import { savedReplyQuery } from "../../../../data/saved-replies.ts"
import { text } from "../../../../messages/settings.ts"
import { DialogForm } from "../../../../ui/form/DialogForm.tsx"
import { useDraft } from "../../../../ui/form/draft.ts"
import { AreaField, TextField } from "../../../../ui/form/fields.tsx"
import { HtmlField } from "../../../../ui/form/HtmlField.tsx"
import { useSaving } from "../../../../ui/form/saving.ts"
import { Loaded } from "../../page/Page.tsx"
import { useRefresh } from "../../page/refresh.ts"

/** What is filled in when somebody uses the reply. */
const places = (
  [
    "customer.firstName",
    "customer.fullName",
    "customer.email",
    "user.firstName",
    "user.fullName",
    "conversation.number",
    "conversation.subject",
  ] as const
).map((name) => ({ value: `{%${name}%}`, label: text(`replies.place.${name}`) }))

interface FormProps {
  inboxId: number
  onClose: () => void
}

export function EditReplyForm({ inboxId, id, onClose }: FormProps & { id: number }) {
  const reply = useQuery(savedReplyQuery(inboxId, id))
  return <Loaded query={reply}>{(found) => <ReplyForm inboxId={inboxId} reply={found} onClose={onClose} />}</Loaded>
}

export function ReplyForm({ inboxId, reply, onClose }: FormProps & { reply: SavedReply | undefined }) {
  const draft = useDraft({ name: reply?.name ?? "", text: reply?.text ?? "", chatText: reply?.chatText ?? "" })
  const { values, set } = draft
  const saving = useSaving(["name", "text", "chatText"])
  const refresh = useRefresh()
  const save = async () => {
    const done = await saving.run(async () => {
      const { name, text, chatText } = values
      const written = { name, ...(text.trim() !== "" && { text }), ...(chatText.trim() !== "" && { chatText }) }
      const api = desk.inboxes.savedReplies(inboxId)
      if (reply) await api.replace(reply.id, written)
      else await api.create(written)
      await refresh(["saved-replies", inboxId])
    }, text("settings.saved"))
    if (done) onClose()
  }
  return (
    <DialogForm
      saving={saving}
      disabled={values.name.trim() === "" || (values.text.trim() === "" && values.chatText.trim() === "")}
      onSave={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={text("replies.name")}
        value={values.name}
        failure={saving.at("name")}
        required
        maxLength={120}
        onChange={(name) => set({ name })}
      />
      <HtmlField
        label={text("replies.text")}
        placeholder={text("replies.placeholder")}
        hint={text("replies.text.hint")}
        value={values.text}
        failure={saving.at("text")}
        places={places}
        onChange={(text) => set({ text })}
      />
      <AreaField
        label={text("replies.chatText")}
        hint={text("replies.chatText.hint")}
        value={values.chatText}
        failure={saving.at("chatText")}
        maxLength={15_000}
        rows={2}
        onChange={(chatText) => set({ chatText })}
      />
    </DialogForm>
  )
}
