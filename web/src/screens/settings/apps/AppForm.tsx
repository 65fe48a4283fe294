import type { App, IssuedApp } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"
import { useMe } from "../../../data/session.ts"
import { text } from "../../../messages/settings.ts"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { useDraft } from "../../../ui/form/draft.ts"
import { AreaField, CheckField, RadioField, SelectField, TextField } from "../../../ui/form/fields.tsx"
import { useSaving } from "../../../ui/form/saving.ts"
import { fullName, usersQuery } from "../people/queries.ts"

interface AppFormProps {
  /** None where a new one is made. */
  app: App | undefined
  onClose: () => void
  onDone: (made?: IssuedApp & { name: string }) => Promise<unknown>
}

export function AppForm({ app, onClose, onDone }: AppFormProps) {
  const me = useMe()
  const { data: users = [] } = useQuery(usersQuery)
  const draft = useDraft({
    name: app?.name ?? "",
    kind: app?.public ? ("public" as const) : ("secret" as const),
    uris: app?.redirectUris.join("\n") ?? "",
    userId: String(me.id),
    administration: app?.administration ?? false,
  })
  const { values, set } = draft
  const saving = useSaving(["name", "redirectUris", "userId"])
  const save = async () => {
    const redirectUris = values.uris.split(/\s+/).filter((uri) => uri !== "")
    let made: IssuedApp | undefined
    const done = await saving.run(async () => {
      if (app)
        await desk.apps.replace(app.id, { name: values.name, redirectUris, administration: values.administration })
      else
        made = await desk.apps.create({
          name: values.name,
          redirectUris,
          public: values.kind === "public",
          userId: Number(values.userId),
          administration: values.administration,
        })
    }, app && text("settings.saved"))
    if (!done) return
    onClose()
    await onDone(made && { ...made, name: values.name })
  }
  return (
    <DialogForm
      saving={saving}
      disabled={app !== undefined && !draft.dirty}
      {...(!app && { submit: text("apps.add.submit") })}
      onClose={onClose}
      onSave={() => void save()}
    >
      <TextField
        label={text("apps.name")}
        hint={text("apps.name.hint")}
        value={values.name}
        failure={saving.at("name")}
        required
        maxLength={120}
        onChange={(name) => set({ name })}
      />
      {!app && (
        <RadioField
          label={text("apps.kind")}
          value={values.kind}
          options={(["secret", "public"] as const).map((value) => ({
            value,
            label: text(`apps.kind.${value}`),
            hint: text(`apps.kind.${value}.hint`),
          }))}
          onChange={(kind) => set({ kind })}
        />
      )}
      <AreaField
        label={text("apps.uris")}
        hint={text("apps.uris.hint")}
        value={values.uris}
        failure={saving.at("redirectUris")}
        spellCheck={false}
        rows={2}
        onChange={(uris) => set({ uris })}
      />
      {!app && values.kind === "secret" && (
        <SelectField
          label={text("apps.actsFor")}
          hint={text("apps.actsFor.hint")}
          value={values.userId}
          failure={saving.at("userId")}
          options={users.map((user) => ({ value: String(user.id), label: fullName(user) || (user.email ?? "") }))}
          onChange={(userId) => set({ userId })}
        />
      )}
      <CheckField
        label={text("apps.administration")}
        hint={text("apps.administration.hint")}
        checked={values.administration}
        onChange={(administration) => set({ administration })}
      />
    </DialogForm>
  )
}
