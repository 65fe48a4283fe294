import type { Inbox } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Trash2 } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../../data/client.ts"
import { assigneesQuery, nameOf } from "../../../../data/people.ts"
import { text } from "../../../../messages/settings.ts"
import { ConfirmDialog } from "../../../../ui/form/DialogForm.tsx"
import { useDraft } from "../../../../ui/form/draft.ts"
import { Pair, RadioField, SelectField, TextField } from "../../../../ui/form/fields.tsx"
import { SaveForm } from "../../../../ui/form/SaveForm.tsx"
import { Button } from "../../../../ui/parts/Button.tsx"
import { Section } from "../../../../ui/parts/Section.tsx"
import { useRefresh } from "../../page/refresh.ts"
import { useInboxSaving } from "../tab/change.ts"

export function GeneralTab({ inbox }: { inbox: Inbox }) {
  const { name, email, statusAfterReply, defaultAssignee, useReplyTo } = inbox
  const draft = useDraft({ name, email, statusAfterReply, defaultAssignee: defaultAssignee ?? null, useReplyTo })
  const { saving, save } = useInboxSaving(inbox, {
    draft,
    fields: ["name", "email", "statusAfterReply", "defaultAssignee", "useReplyTo"],
    send: (changes) => changes,
  })
  const { values, set } = draft
  const { data: assignees = [] } = useQuery(assigneesQuery)
  const people = assignees.map((person) => ({
    value: String(person.id),
    label: person.type === "team" ? text("inbox.team", { name: nameOf(person) }) : nameOf(person),
  }))
  return (
    <>
      <SaveForm draft={draft} saving={saving} onSave={save}>
        <Pair>
          <TextField
            label={text("inboxes.name")}
            value={values.name}
            failure={saving.at("name")}
            required
            maxLength={120}
            onChange={(name) => set({ name })}
          />
          <TextField
            label={text("inboxes.email")}
            value={values.email}
            failure={saving.at("email")}
            required
            inputMode="email"
            maxLength={254}
            onChange={(email) => set({ email })}
          />
        </Pair>
        <RadioField
          label={text("inbox.statusAfterReply")}
          hint={text("inbox.statusAfterReply.hint")}
          value={values.statusAfterReply}
          options={(["active", "pending", "closed"] as const).map((value) => ({
            value,
            label: text(`inbox.statusAfterReply.${value}`),
          }))}
          onChange={(statusAfterReply) => set({ statusAfterReply })}
        />
        <SelectField
          label={text("inbox.defaultAssignee")}
          hint={text("inbox.defaultAssignee.hint")}
          value={values.defaultAssignee === null ? "" : String(values.defaultAssignee)}
          failure={saving.at("defaultAssignee")}
          options={[{ value: "", label: text("inbox.defaultAssignee.none") }, ...people]}
          onChange={(chosen) => set({ defaultAssignee: chosen === "" ? null : Number(chosen) })}
        />
        <RadioField
          label={text("inbox.useReplyTo")}
          hint={text("inbox.useReplyTo.hint")}
          value={values.useReplyTo}
          options={(["automatic", "always", "never"] as const).map((value) => ({
            value,
            label: text(`inbox.useReplyTo.${value}`),
          }))}
          onChange={(useReplyTo) => set({ useReplyTo })}
        />
      </SaveForm>
      <Removal inbox={inbox} />
    </>
  )
}

function Removal({ inbox: { id, name } }: { inbox: Inbox }) {
  const [asked, setAsked] = useState(false)
  const navigate = useNavigate()
  const refresh = useRefresh()
  const remove = async () => {
    await desk.inboxes.delete(id)
    await navigate({ to: "/settings/inboxes" })
    await refresh(["inboxes"])
  }
  return (
    <Section
      title={text("inbox.delete.title")}
      lead={text("inbox.delete.lead")}
      action={
        <Button onClick={() => setAsked(true)}>
          <Trash2 size={15} aria-hidden /> {text("inbox.delete")}
        </Button>
      }
    >
      <ConfirmDialog
        title={text("inbox.delete.ask", { name })}
        open={asked}
        onClose={() => setAsked(false)}
        confirm={text("inbox.delete")}
        onConfirm={remove}
        done={text("inbox.deleted", { name })}
      >
        {text("inbox.delete.what")}
      </ConfirmDialog>
    </Section>
  )
}
