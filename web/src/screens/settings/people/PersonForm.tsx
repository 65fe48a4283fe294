import { DeskhandError, type ListedUser } from "@deskhand/sdk/client"
import { useQueries, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { useMe } from "../../../data/session.ts"
import { text } from "../../../messages/settings.ts"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { useDraft } from "../../../ui/form/draft.ts"
import formStyles from "../../../ui/form/Form.module.css"
import { useSaving } from "../../../ui/form/saving.ts"
import { Button } from "../../../ui/parts/Button.tsx"
import { Skeleton } from "../../../ui/parts/Skeleton.tsx"
import { PersonFields, type PersonValues } from "./PersonFields.tsx"
import { fullName, usersOfQuery } from "./queries.ts"

const fields = ["firstName", "lastName", "email", "role", "jobTitle", "phone", "timezone", "mailboxes"]

/** Who was deactivated keeps their address: the desk names them, and they can be brought back. */
function keeperOf(error: unknown): number | undefined {
  if (!(error instanceof DeskhandError) || error.code !== "email_taken") return undefined
  const id = /^User (\d+), who was deleted/.exec(error.message)?.[1]
  return id === undefined ? undefined : Number(id)
}

interface NewPersonFormProps {
  onClose: () => void
  onDone: (id: number, name: string) => Promise<unknown>
}

export function NewPersonForm({ onClose, onDone }: NewPersonFormProps) {
  const draft = useDraft<PersonValues>({
    firstName: "",
    lastName: "",
    email: "",
    role: "user",
    jobTitle: "",
    phone: "",
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    inboxIds: [],
  })
  const saving = useSaving(fields)
  const [keeper, setKeeper] = useState<number>()
  const { values } = draft
  const save = async (back?: number) => {
    const { inboxIds, role, ...rest } = values
    const written = {
      ...rest,
      role: role === "owner" ? ("admin" as const) : role,
      mailboxes: inboxIds.map((id) => ({ id })),
    }
    let made = back
    const done = await saving.run(
      async () => {
        if (back !== undefined) return desk.users.change(back, { ...written, active: true })
        try {
          made = (await desk.users.create(written)).id
        } catch (error) {
          setKeeper(keeperOf(error))
          throw error
        }
      },
      text("people.added", { name: fullName(values) }),
    )
    if (!done || made === undefined) return
    onClose()
    await onDone(made, fullName(values))
  }
  return (
    <DialogForm saving={saving} submit={text("people.add.submit")} onClose={onClose} onSave={() => void save()}>
      <PersonFields values={values} saving={saving} onChange={draft.set} />
      {keeper !== undefined && (
        <p className={formStyles["failure"]} role="alert">
          {text("people.keeper")}{" "}
          <Button onClick={() => void save(keeper)} disabled={saving.busy}>
            {text("people.bringBack")}
          </Button>
        </p>
      )}
    </DialogForm>
  )
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
  const draft = useDraft<PersonValues>({
    firstName,
    lastName,
    email,
    role,
    jobTitle,
    phone,
    timezone,
    inboxIds: isAdministering ? [] : inboxIds,
  })
  const saving = useSaving(fields)
  const save = async () => {
    const { inboxIds: wanted, ...changes } = draft.changes
    const done = await saving.run(
      () => desk.users.change(id, { ...changes, ...(wanted && { mailboxes: wanted.map((id) => ({ id })) }) }),
      text("settings.saved"),
    )
    if (!done) return
    onClose()
    await onDone()
  }
  return (
    <DialogForm saving={saving} disabled={!draft.dirty} onClose={onClose} onSave={() => void save()}>
      <PersonFields
        values={draft.values}
        saving={saving}
        onChange={draft.set}
        roleFixed={role === "owner" || id === me.id}
      />
    </DialogForm>
  )
}
