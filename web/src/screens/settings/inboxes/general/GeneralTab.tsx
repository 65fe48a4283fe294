import type { Inbox } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Trash2 } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../../data/client.ts"
import { assigneesQuery, nameOf } from "../../../../data/people.ts"
import { text } from "../../../../messages/settings.ts"
import { ConfirmDialog } from "../../../../ui/form/DialogForm.tsx"
import { CheckField, Pair, RadioField, SelectField, TextField } from "../../../../ui/form/fields.tsx"
import { SaveForm } from "../../../../ui/form/SaveForm.tsx"
import { Button } from "../../../../ui/parts/Button.tsx"
import { Section } from "../../../../ui/parts/Section.tsx"
import { useRefresh } from "../../page/refresh.ts"
import { useInboxForm } from "../tab/change.ts"

export function GeneralTab({ inbox }: { inbox: Inbox }) {
  const { name, email, statusAfterReply, defaultAssignee, assignOnReply, useReplyTo } = inbox
  const form = useInboxForm(inbox, {
    saved: { name, email, statusAfterReply, defaultAssignee: defaultAssignee ?? null, assignOnReply, useReplyTo },
    changeOf: (changes) => changes,
  })
  const assignee = form.field("defaultAssignee")
  const { data: assignees = [] } = useQuery(assigneesQuery)
  const people = assignees.map((person) => ({
    value: String(person.id),
    label: person.type === "team" ? text("inbox.team", { name: nameOf(person) }) : nameOf(person),
  }))
  return (
    <>
      <SaveForm form={form}>
        <Pair>
          <TextField {...form.field("name")} label={text("inboxes.name")} required maxLength={120} />
          <TextField
            {...form.field("email")}
            label={text("inboxes.email")}
            required
            inputMode="email"
            maxLength={254}
          />
        </Pair>
        <RadioField
          {...form.field("statusAfterReply")}
          label={text("inbox.statusAfterReply")}
          hint={text("inbox.statusAfterReply.hint")}
          options={(["active", "pending", "closed"] as const).map((value) => ({
            value,
            label: text(`inbox.statusAfterReply.${value}`),
          }))}
        />
        <SelectField
          label={text("inbox.defaultAssignee")}
          hint={text("inbox.defaultAssignee.hint")}
          value={assignee.value === null ? "" : String(assignee.value)}
          failure={assignee.failure}
          options={[{ value: "", label: text("inbox.defaultAssignee.none") }, ...people]}
          onChange={(chosen) => assignee.onChange(chosen === "" ? null : Number(chosen))}
        />
        <CheckField
          {...form.field("assignOnReply")}
          label={text("inbox.assignOnReply")}
          hint={text("inbox.assignOnReply.hint")}
        />
        <RadioField
          {...form.field("useReplyTo")}
          label={text("inbox.useReplyTo")}
          hint={text("inbox.useReplyTo.hint")}
          options={(["automatic", "always", "never"] as const).map((value) => ({
            value,
            label: text(`inbox.useReplyTo.${value}`),
          }))}
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
