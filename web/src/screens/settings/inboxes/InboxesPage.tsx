import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { ChevronRight, Inbox, Plus } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { administers, useMe } from "../../../data/session.ts"
import { text } from "../../../messages/settings.ts"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { TextField } from "../../../ui/form/fields.tsx"
import { useSettingsForm } from "../../../ui/form/settings-form.ts"
import { Button } from "../../../ui/parts/Button.tsx"
import { Dialog } from "../../../ui/parts/Dialog.tsx"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { Loaded, Page } from "../page/Page.tsx"
import { Rows, RowText } from "../page/Rows.tsx"
import { useRefresh } from "../page/refresh.ts"
import { firstTab } from "./tabs.tsx"

export function InboxesPage() {
  const me = useMe()
  const inboxes = useQuery(inboxesQuery)
  const [adding, setAdding] = useState(false)
  const add = administers(me) && (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus size={15} aria-hidden /> {text("inboxes.add")}
    </Button>
  )
  return (
    <Page title={text("inboxes.title")} lead={text("inboxes.lead")} action={add}>
      <Loaded query={inboxes}>
        {(found) => (
          <Rows
            label={text("inboxes.title")}
            items={found}
            keyOf={({ id }) => id}
            wordsOf={({ name, email }) => `${name} ${email}`}
            empty={
              <Notice icon={<Inbox size={22} />} title={text("inboxes.none")}>
                {text(administers(me) ? "inboxes.none.more" : "nav.noInboxes")}
              </Notice>
            }
          >
            {({ id, name, email }) => (
              <>
                <RowText
                  icon={<Inbox size={18} aria-hidden />}
                  title={name}
                  more={email}
                  to="/settings/inboxes/$inboxId/$tab"
                  params={{ inboxId: String(id), tab: firstTab(me) }}
                />
                <ChevronRight size={16} aria-hidden />
              </>
            )}
          </Rows>
        )}
      </Loaded>
      <Dialog title={text("inboxes.add")} open={adding} onClose={() => setAdding(false)}>
        <NewInboxForm onClose={() => setAdding(false)} />
      </Dialog>
    </Page>
  )
}

function NewInboxForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const refresh = useRefresh()
  const form = useSettingsForm({
    saved: { name: "", email: "" },
    async save(values) {
      const { id } = await desk.inboxes.create(values)
      await refresh(["inboxes"])
      await navigate({ to: "/settings/inboxes/$inboxId/$tab", params: { inboxId: String(id), tab: "mail" } })
    },
    done: (values) => text("inboxes.added", values),
  })
  return (
    <DialogForm form={form} submit={text("inboxes.add.submit")} onClose={onClose}>
      <TextField
        {...form.field("name")}
        label={text("inboxes.name")}
        required
        maxLength={120}
        placeholder={text("inboxes.name.example")}
      />
      <TextField
        {...form.field("email")}
        label={text("inboxes.email")}
        hint={text("inboxes.email.hint")}
        required
        inputMode="email"
        maxLength={254}
        placeholder={text("inboxes.email.example")}
      />
    </DialogForm>
  )
}
