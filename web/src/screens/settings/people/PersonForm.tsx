import { DeskhandError, type ListedUser } from "@deskhand/sdk/client"
import { useQueries, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { useMe } from "../../../data/session.ts"
import { browserZone } from "../../../messages/region.ts"
import { text } from "../../../messages/settings.ts"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import formStyles from "../../../ui/form/Form.module.css"
import { useSettingsForm } from "../../../ui/form/settings-form.ts"
import { Button } from "../../../ui/parts/Button.tsx"
import { Skeleton } from "../../../ui/parts/Skeleton.tsx"
import { PersonFields, type PersonValues } from "./PersonFields.tsx"
import { fullName, usersOfQuery } from "./queries.ts"

const pathsOf = (name: keyof PersonValues) => [name === "inboxIds" ? "mailboxes" : name]

/** Who was deactivated keeps their address: the desk names them, and they can be brought back. */
function deactivatedIn(error: unknown): number | undefined {
  if (!(error instanceof DeskhandError) || error.code !== "email_taken") return undefined
  const id = /^User (\d+), who was deleted/.exec(error.message)?.[1]
  return id === undefined ? undefined : Number(id)
}

interface NewPersonFormProps {
  onClose: () => void
  onDone: (id: number, name: string) => Promise<unknown>
}

export function NewPersonForm({ onClose, onDone }: NewPersonFormProps) {
  const [deactivatedId, setDeactivatedId] = useState<number>()
  const form = useSettingsForm<PersonValues, { id: number; name: string }>({
    saved: {
      firstName: "",
      lastName: "",
      email: "",
      role: "user",
      jobTitle: "",
      phone: "",
      timezone: browserZone,
      inboxIds: [],
    },
    pathsOf,
    async save(values) {
      try {
        const { id } = await desk.users.create(newUserOf(values))
        return { id, name: fullName(values) }
      } catch (error) {
        setDeactivatedId(deactivatedIn(error))
        throw error
      }
    },
    done: (values) => text("people.added", { name: fullName(values) }),
    async onSaved({ id, name }) {
      onClose()
      await onDone(id, name)
    },
  })
  const bringBack = (id: number) =>
    form.save(async (values) => {
      await desk.users.change(id, { ...newUserOf(values), active: true })
      return { id, name: fullName(values) }
    })
  return (
    <DialogForm form={form} submit={text("people.add.submit")} onClose={onClose}>
      <PersonFields form={form} />
      {deactivatedId !== undefined && (
        <p className={formStyles["failure"]} role="alert">
          {text("people.keeper")}{" "}
          <Button onClick={() => void bringBack(deactivatedId)} disabled={form.isSaving}>
            {text("people.bringBack")}
          </Button>
        </p>
      )}
    </DialogForm>
  )
}

function newUserOf({ inboxIds, role, ...rest }: PersonValues) {
  return {
    ...rest,
    role: role === "owner" ? ("admin" as const) : role,
    mailboxes: inboxIds.map((id) => ({ id })),
  }
}

interface EditPersonFormProps {
  user: ListedUser
  onClose: () => void
  onDone: () => Promise<unknown>
}

/** No answer tells which inboxes somebody enters, so each inbox is asked. */
export function EditPersonForm({ user, onClose, onDone }: EditPersonFormProps) {
  const { data: inboxes } = useQuery(inboxesQuery)
  const access = useQueries({ queries: (inboxes ?? []).map(({ id }) => usersOfQuery(id)) })
  if (!inboxes || access.some(({ data }) => data === undefined))
    return (
      <div className={formStyles["form"]} data-place="dialog">
        <Skeleton lines={["long", "middle", "long", "middle"]} />
      </div>
    )
  const isGiven = (_: unknown, index: number) => access[index]?.data?.includes(user.id)
  return (
    <EditForm user={user} inboxIds={inboxes.filter(isGiven).map(({ id }) => id)} onClose={onClose} onDone={onDone} />
  )
}

function EditForm({ user, inboxIds, onClose, onDone }: EditPersonFormProps & { inboxIds: number[] }) {
  const me = useMe()
  const { id, firstName, lastName, email = "", role = "user", jobTitle = "", phone = "", timezone } = user
  const isAdministering = role === "owner" || role === "admin"
  const saved = { firstName, lastName, email, role, jobTitle, phone, timezone }
  const form = useSettingsForm<PersonValues>({
    saved: { ...saved, inboxIds: isAdministering ? [] : inboxIds },
    pathsOf,
    save: (_, { inboxIds: wanted, ...changes }) =>
      desk.users.change(id, { ...changes, ...(wanted && { mailboxes: wanted.map((id) => ({ id })) }) }),
    done: text("settings.saved"),
    async onSaved() {
      onClose()
      await onDone()
    },
  })
  return (
    <DialogForm form={form} disabled={!form.isDirty} onClose={onClose}>
      <PersonFields form={form} roleFixed={role === "owner" || id === me.id} />
    </DialogForm>
  )
}
