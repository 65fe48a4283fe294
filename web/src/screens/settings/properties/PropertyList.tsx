import type { OrganizationPropertyChange } from "@deskhand/sdk/client"
import type { UseQueryResult } from "@tanstack/react-query"
import { ListPlus, Pencil, Plus, Trash2 } from "lucide-react"
import { useState } from "react"
import { text } from "../../../messages/settings.ts"
import { ConfirmDialog } from "../../../ui/form/DialogForm.tsx"
import { Button, IconButton } from "../../../ui/parts/Button.tsx"
import { Dialog } from "../../../ui/parts/Dialog.tsx"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { Section } from "../../../ui/parts/Section.tsx"
import { Loaded } from "../page/Page.tsx"
import { RowActions, Rows, RowText } from "../page/Rows.tsx"
import { useRefresh } from "../page/refresh.ts"
import { type Property, PropertyForm, type WrittenProperty } from "./PropertyForm.tsx"

interface PropertyListProps {
  kind: "customers" | "organizations"
  query: Pick<UseQueryResult<Property[]>, "data" | "error" | "refetch">
  onCreate: (property: WrittenProperty) => Promise<unknown>
  /** Where the desk lets one be changed. */
  onChange?: (slug: string, change: OrganizationPropertyChange) => Promise<unknown>
  onDelete: (slug: string) => Promise<unknown>
  /** What has to be read again afterwards. */
  stale: readonly string[]
}

export function PropertyList({ kind, query, onCreate, onChange, onDelete, stale }: PropertyListProps) {
  const [edited, setEdited] = useState<Property | "new">()
  const [going, setGoing] = useState<Property>()
  const refresh = useRefresh()
  const settle = () => refresh(stale)
  const title = text(`properties.${kind}`)
  return (
    <Section
      title={title}
      lead={text(`properties.${kind}.lead`)}
      action={
        <Button onClick={() => setEdited("new")}>
          <Plus size={15} aria-hidden /> {text(`properties.${kind}.add`)}
        </Button>
      }
    >
      <Loaded query={query}>
        {(all) => (
          <Rows
            label={title}
            items={all}
            keyOf={({ id }) => id}
            wordsOf={({ name, slug }) => `${name} ${slug}`}
            empty={
              <Notice icon={<ListPlus size={22} />} title={text("properties.none")}>
                {text("properties.none.more")}
              </Notice>
            }
          >
            {(property) => {
              const { name, slug, type, options } = property
              const kindText = text(`properties.type.${type}`)
              return (
                <>
                  <RowText
                    title={name}
                    more={`${options ? `${kindText}: ${options.map(({ label }) => label).join(", ")}` : kindText} · ${slug}`}
                  />
                  <RowActions>
                    {onChange && (
                      <IconButton
                        label={text("settings.edit", { name })}
                        icon={<Pencil size={15} />}
                        onClick={() => setEdited(property)}
                      />
                    )}
                    <IconButton
                      label={text("settings.delete", { name })}
                      icon={<Trash2 size={15} />}
                      onClick={() => setGoing(property)}
                    />
                  </RowActions>
                </>
              )
            }}
          </Rows>
        )}
      </Loaded>
      <Dialog
        title={edited === "new" ? text(`properties.${kind}.add`) : text("properties.edit")}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
      >
        {edited && (
          <PropertyForm
            property={edited === "new" ? undefined : edited}
            onClose={() => setEdited(undefined)}
            onSave={async ({ name, options, ...rest }) => {
              const written = { name, ...(options && { options }) }
              if (edited === "new") await onCreate({ ...written, ...rest })
              else await onChange?.(edited.slug, written)
              await settle()
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        title={text("properties.delete.ask", { name: going?.name ?? "" })}
        open={going !== undefined}
        onClose={() => setGoing(undefined)}
        confirm={text("settings.delete.one")}
        done={text("settings.deleted", { name: going?.name ?? "" })}
        onConfirm={async () => {
          if (going) await onDelete(going.slug)
          await settle()
        }}
      >
        {text(`properties.${kind}.delete`, { slug: going?.slug ?? "" })}
      </ConfirmDialog>
    </Section>
  )
}
