import type { Inbox, MailConnection } from "@deskhand/sdk/client"
import { desk } from "../../../../data/client.ts"
import { text } from "../../../../messages/settings.ts"
import { DialogForm } from "../../../../ui/form/DialogForm.tsx"
import { CheckField, Pair, RadioField, SelectField, TextField } from "../../../../ui/form/fields.tsx"
import { useSettingsForm } from "../../../../ui/form/settings-form.ts"
import { useRefresh } from "../../page/refresh.ts"
import { draftOf, portFor, writtenOf } from "./draft.ts"

interface ConnectionFormProps {
  inbox: Inbox
  kind: MailConnection["kind"]
  connection: MailConnection | undefined
  onClose: () => void
}

export function ConnectionForm({ inbox, kind, connection, onClose }: ConnectionFormProps) {
  const refresh = useRefresh()
  const form = useSettingsForm({
    saved: draftOf(kind, connection, inbox.email),
    pathsOf: (name) => [name === "tokenUrl" || name === "clientId" ? `oauth.${name}` : name],
    async save(values) {
      const api = desk.inboxes.mailConnections(inbox.id)
      const written = writtenOf(kind, values)
      if (connection) await api.replace(connection.id, written)
      else await api.create({ kind, ...written })
      await refresh(["mail-connections", inbox.id], ["mail-status", inbox.id])
    },
    done: text("settings.saved"),
    onSaved: onClose,
  })
  const { values } = form
  const keeps = connection?.hasSecret ? { placeholder: text("mail.secret.kept") } : {}
  const securities = kind === "smtp" && values.auth === "none" ? allSecurities : usualSecurities
  return (
    <DialogForm form={form} disabled={values.host.trim() === "" || values.port === ""} onClose={onClose}>
      <Pair>
        <TextField
          {...form.field("host")}
          label={text("mail.host")}
          placeholder={kind === "imap" ? "imap.example.com" : "smtp.example.com"}
          required
          maxLength={255}
        />
        <TextField {...form.field("port")} label={text("mail.port")} type="number" min={1} max={65_535} required />
      </Pair>
      <SelectField
        {...form.field("security")}
        label={text("mail.security")}
        hint={text(`mail.security.${values.security}.hint`)}
        options={securities.map((value) => ({ value, label: text(`mail.security.${value}`) }))}
        onChange={(security) => form.set({ security, port: portFor(kind, security, values) })}
      />
      <RadioField
        {...form.field("auth")}
        label={text("mail.auth")}
        options={(kind === "smtp" ? (["password", "oauth2", "none"] as const) : (["password", "oauth2"] as const)).map(
          (value) => ({ value, label: text(`mail.auth.${value}`), hint: text(`mail.auth.${value}.hint`) }),
        )}
      />
      {values.auth !== "none" && (
        <TextField
          {...form.field("username")}
          label={text("mail.username")}
          required
          maxLength={320}
          autoComplete="off"
        />
      )}
      {values.auth === "password" && (
        <TextField
          {...form.field("password")}
          label={text("mail.password")}
          type="password"
          autoComplete="new-password"
          {...keeps}
        />
      )}
      {values.auth === "oauth2" && (
        <>
          <TextField
            {...form.field("tokenUrl")}
            label={text("mail.tokenUrl")}
            placeholder="https://login.example.com/oauth2/token"
          />
          <Pair>
            <TextField {...form.field("clientId")} label={text("mail.clientId")} />
            <TextField
              {...form.field("clientSecret")}
              label={text("mail.clientSecret")}
              type="password"
              autoComplete="new-password"
              {...keeps}
            />
          </Pair>
          <TextField
            {...form.field("refreshToken")}
            label={text("mail.refreshToken")}
            type="password"
            autoComplete="new-password"
            {...keeps}
          />
        </>
      )}
      {kind === "imap" && (
        <>
          <Pair>
            <TextField {...form.field("folder")} label={text("mail.folder")} required />
            <SelectField
              {...form.field("backfillDays")}
              label={text("mail.backfillDays")}
              options={backfills.map((value) => ({ value, label: text(`mail.backfillDays.${value}`) }))}
            />
          </Pair>
          {values.backfillDays !== "0" && (
            <SelectField
              {...form.field("backfillStatus")}
              label={text("mail.backfillStatus")}
              hint={text("mail.backfillStatus.hint")}
              options={backfillStatuses.map((value) => ({ value, label: text(`mail.backfillStatus.${value}`) }))}
            />
          )}
          <CheckField {...form.field("markSeen")} label={text("mail.markSeen")} hint={text("mail.markSeen.hint")} />
          <TextField
            {...form.field("trustedServer")}
            label={text("mail.trustedServer")}
            hint={text("mail.trustedServer.hint")}
            placeholder="mx.example.com"
          />
        </>
      )}
      <CheckField {...form.field("enabled")} label={text("mail.enabled")} />
    </DialogForm>
  )
}

const usualSecurities = ["tls", "starttls", "none"] as const
const allSecurities = ["tls", "starttls", "opportunistic", "none"] as const
const backfills = ["0", "30", "365", "36500"] as const
const backfillStatuses = ["closed", "active"] as const
