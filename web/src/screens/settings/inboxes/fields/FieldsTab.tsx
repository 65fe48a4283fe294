import type { CustomField, Inbox } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { ArrowDown, ArrowUp, ListChecks, Pencil, Plus, Trash2 } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../../data/client.ts"
import { fieldsQuery } from "../../../../data/customers.ts"
import { tellFailure } from "../../../../data/toasts.ts"
import { text } from "../../../../messages/settings.ts"
import { ConfirmDialog } from "../../../../ui/form/DialogForm.tsx"
import { Button, IconButton } from "../../../../ui/parts/Button.tsx"
import { Dialog } from "../../../../ui/parts/Dialog.tsx"
import { Notice } from "../../../../ui/parts/Notice.tsx"
import { Badge, Loaded } from "../../page/Page.tsx"
import { RowActions, Rows, RowText } from "../../page/Rows.tsx"
import { useRefresh } from "../../page/refresh.ts"
import { TabHead } from "../tab/TabHead.tsx"
import { FieldForm } from "./FieldForm.tsx"

export function FieldsTab({ inbox }: { inbox: Inbox }) {
  const fields = useQuery(fieldsQuery(inbox.id))
  const [edited, setEdited] = useState<CustomField | "new">()
  const [going, setGoing] = useState<CustomField>()
  const refresh = useRefresh()
  const api = desk.inboxes.fields(inbox.id)
  const settle = () => refresh(["fields", inbox.id])

  /** Only what stands elsewhere afterwards is sent. */
  async function move(all: readonly CustomField[], from: number, step: 1 | -1) {
    const field = all[from]
    if (!field) return
    const next = all.toSpliced(from, 1).toSpliced(from + step, 0, field)
    try {
      for (const [index, { id, order }] of next.entries())
        if (order !== index + 1) await api.change(id, { order: index + 1 })
    } catch (error) {
      tellFailure(error)
    }
    await settle()
  }

  return (
    <>
      <TabHead
        lead={text("fields.lead")}
        action={
          <Button look="primary" onClick={() => setEdited("new")}>
            <Plus size={15} aria-hidden /> {text("fields.add")}
          </Button>
        }
      />
      <Loaded query={fields}>
        {(all) => (
          <Rows
            label={text("fields.title")}
            items={all}
            keyOf={({ id }) => id}
            wordsOf={({ name }) => name}
            empty={
              <Notice icon={<ListChecks size={22} />} title={text("fields.none")}>
                {text("fields.none.more")}
              </Notice>
            }
          >
            {(field) => {
              const { name, type, required, options } = field
              const at = all.indexOf(field)
              return (
                <>
                  <RowText
                    title={name}
                    badges={required && <Badge>{text("fields.required")}</Badge>}
                    more={
                      options
                        ? `${text(`fields.type.${type}`)}: ${options.map(({ label }) => label).join(", ")}`
                        : text(`fields.type.${type}`)
                    }
                  />
                  <RowActions>
                    {at > 0 && (
                      <IconButton
                        label={text("fields.up", { name })}
                        icon={<ArrowUp size={15} />}
                        onClick={() => void move(all, at, -1)}
                      />
                    )}
                    {at < all.length - 1 && (
                      <IconButton
                        label={text("fields.down", { name })}
                        icon={<ArrowDown size={15} />}
                        onClick={() => void move(all, at, 1)}
                      />
                    )}
                    <IconButton
                      label={text("settings.edit", { name })}
                      icon={<Pencil size={15} />}
                      onClick={() => setEdited(field)}
                    />
                    <IconButton
                      label={text("settings.delete", { name })}
                      icon={<Trash2 size={15} />}
                      onClick={() => setGoing(field)}
                    />
                  </RowActions>
                </>
              )
            }}
          </Rows>
        )}
      </Loaded>
      <Dialog
        title={text(edited === "new" ? "fields.add" : "fields.edit")}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
      >
        <FieldForm
          field={edited === "new" ? undefined : edited}
          onSave={async (id, field) => {
            if (id === undefined) await api.create(field)
            else await api.change(id, field)
            await settle()
          }}
          onClose={() => setEdited(undefined)}
        />
      </Dialog>
      <ConfirmDialog
        title={text("fields.delete.ask", { name: going?.name ?? "" })}
        open={going !== undefined}
        onClose={() => setGoing(undefined)}
        confirm={text("settings.delete.one")}
        done={text("settings.deleted", { name: going?.name ?? "" })}
        onConfirm={async () => {
          if (going) await api.delete(going.id)
          await settle()
        }}
      >
        {text("fields.delete.what")}
      </ConfirmDialog>
    </>
  )
}
