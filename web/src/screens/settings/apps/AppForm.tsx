import type { App, IssuedApp } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"
import { useMe } from "../../../data/session.ts"
import { text } from "../../../messages/settings.ts"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { AreaField, CheckField, RadioField, SelectField, TextField } from "../../../ui/form/fields.tsx"
import { useSettingsForm } from "../../../ui/form/settings-form.ts"
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
  const form = useSettingsForm({
    saved: {
      name: app?.name ?? "",
      kind: app?.public ? ("public" as const) : ("secret" as const),
      uris: app?.redirectUris.join("\n") ?? "",
      userId: String(me.id),
      administration: app?.administration ?? false,
    },
    pathsOf: (name) => [name === "uris" ? "redirectUris" : name],
    async save({ name, kind, uris, userId, administration }) {
      const written = { name, redirectUris: uris.split(/\s+/).filter((uri) => uri !== ""), administration }
      if (!app)
        return { ...(await desk.apps.create({ ...written, public: kind === "public", userId: Number(userId) })), name }
      await desk.apps.replace(app.id, written)
      return undefined
    },
    done: app && text("settings.saved"),
    async onSaved(made) {
      onClose()
      await onDone(made)
    },
  })
  return (
    <DialogForm
      form={form}
      disabled={app !== undefined && !form.isDirty}
      {...(!app && { submit: text("apps.add.submit") })}
      onClose={onClose}
    >
      <TextField
        {...form.field("name")}
        label={text("apps.name")}
        hint={text("apps.name.hint")}
        required
        maxLength={120}
      />
      {!app && (
        <RadioField
          {...form.field("kind")}
          label={text("apps.kind")}
          options={(["secret", "public"] as const).map((value) => ({
            value,
            label: text(`apps.kind.${value}`),
            hint: text(`apps.kind.${value}.hint`),
          }))}
        />
      )}
      <AreaField
        {...form.field("uris")}
        label={text("apps.uris")}
        hint={text("apps.uris.hint")}
        spellCheck={false}
        rows={2}
      />
      {!app && form.values.kind === "secret" && (
        <SelectField
          {...form.field("userId")}
          label={text("apps.actsFor")}
          hint={text("apps.actsFor.hint")}
          options={users.map((user) => ({ value: String(user.id), label: fullName(user) || (user.email ?? "") }))}
        />
      )}
      <CheckField
        {...form.field("administration")}
        label={text("apps.administration")}
        hint={text("apps.administration.hint")}
      />
    </DialogForm>
  )
}
