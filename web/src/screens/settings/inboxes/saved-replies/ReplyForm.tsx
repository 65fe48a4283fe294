import type { SavedReply } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { desk } from "../../../../data/client.ts"
import { savedReplyQuery } from "../../../../data/saved-replies.ts"
import { text } from "../../../../messages/settings.ts"
import { DialogForm } from "../../../../ui/form/DialogForm.tsx"
import { AreaField, TextField } from "../../../../ui/form/fields.tsx"
import { HtmlField } from "../../../../ui/form/HtmlField.tsx"
import { useSettingsForm } from "../../../../ui/form/settings-form.ts"
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
  const refresh = useRefresh()
  const form = useSettingsForm({
    saved: { name: reply?.name ?? "", text: reply?.text ?? "", chatText: reply?.chatText ?? "" },
    async save({ name, text, chatText }) {
      const written = { name, ...(text.trim() !== "" && { text }), ...(chatText.trim() !== "" && { chatText }) }
      const api = desk.inboxes.savedReplies(inboxId)
      if (reply) await api.replace(reply.id, written)
      else await api.create(written)
      await refresh(["saved-replies", inboxId])
    },
    done: text("settings.saved"),
    onSaved: onClose,
  })
  const { values } = form
  return (
    <DialogForm
      form={form}
      disabled={values.name.trim() === "" || (values.text.trim() === "" && values.chatText.trim() === "")}
      onClose={onClose}
    >
      <TextField {...form.field("name")} label={text("replies.name")} required maxLength={120} />
      <HtmlField
        {...form.field("text")}
        label={text("replies.text")}
        placeholder={text("replies.placeholder")}
        hint={text("replies.text.hint")}
        places={places}
      />
      <AreaField
        {...form.field("chatText")}
        label={text("replies.chatText")}
        hint={text("replies.chatText.hint")}
        maxLength={15_000}
        rows={2}
      />
    </DialogForm>
  )
}
