import type { Inbox, MailConnection } from "@deskhand/sdk/client"
import { desk } from "../../../../data/client.ts"
import { text } from "../../../../messages/settings.ts"
import { DialogForm } from "../../../../ui/form/DialogForm.tsx"
import { useDraft } from "../../../../ui/form/draft.ts"
import { CheckField, Pair, RadioField, SelectField, TextField } from "../../../../ui/form/fields.tsx"
import { useSaving } from "../../../../ui/form/saving.ts"
import { useRefresh } from "../../page/refresh.ts"
import { type ConnectionDraft, draftOf, fieldPaths, portFor, writtenOf } from "./draft.ts"

interface ConnectionFormProps {
  inbox: Inbox
  kind: MailConnection["kind"]
  connection: MailConnection | undefined
  onClose: () => void
}

export function ConnectionForm({ inbox, kind, connection, onClose }: ConnectionFormProps) {
  const { values, set } = useDraft<ConnectionDraft>(draftOf(kind, connection, inbox.email))
  const saving = useSaving(fieldPaths)
  const refresh = useRefresh()
  const save = async () => {
    const api = desk.inboxes.mailConnections(inbox.id)
    const done = await saving.run(async () => {
      const written = writtenOf(kind, values)
      if (connection) await api.replace(connection.id, written)
      else await api.create({ kind, ...written })
      await refresh(["mail-connections", inbox.id], ["mail-status", inbox.id])
    }, text("settings.saved"))
    if (done) onClose()
  }
  const keeps = connection?.hasSecret ? { placeholder: text("mail.secret.kept") } : {}
  const securities = kind === "smtp" && values.auth === "none" ? allSecurities : usualSecurities
  return (
    <DialogForm
      saving={saving}
      disabled={values.host.trim() === "" || values.port === ""}
      onSave={() => void save()}
      onClose={onClose}
    >
      <Pair>
        <TextField
          label={text("mail.host")}
          placeholder={kind === "imap" ? "imap.example.com" : "smtp.example.com"}
          value={values.host}
          failure={saving.at("host")}
          required
          maxLength={255}
          onChange={(host) => set({ host })}
        />
        <TextField
          label={text("mail.port")}
          type="number"
          min={1}
          max={65_535}
          required
          value={values.port}
          failure={saving.at("port")}
          onChange={(port) => set({ port })}
        />
      </Pair>
      <SelectField
        label={text("mail.security")}
        hint={text(`mail.security.${values.security}.hint`)}
        value={values.security}
        failure={saving.at("security")}
        options={securities.map((value) => ({ value, label: text(`mail.security.${value}`) }))}
        onChange={(security) => set({ security, port: portFor(kind, security, values) })}
      />
      <RadioField
        label={text("mail.auth")}
        value={values.auth}
        failure={saving.at("auth")}
        options={(kind === "smtp" ? (["password", "oauth2", "none"] as const) : (["password", "oauth2"] as const)).map(
          (value) => ({ value, label: text(`mail.auth.${value}`), hint: text(`mail.auth.${value}.hint`) }),
        )}
        onChange={(auth) => set({ auth })}
      />
      {values.auth !== "none" && (
        <TextField
          label={text("mail.username")}
          value={values.username}
          failure={saving.at("username")}
          required
          maxLength={320}
          autoComplete="off"
          onChange={(username) => set({ username })}
        />
      )}
      {values.auth === "password" && (
        <TextField
          label={text("mail.password")}
          type="password"
          value={values.password}
          failure={saving.at("password")}
          autoComplete="new-password"
          {...keeps}
          onChange={(password) => set({ password })}
        />
      )}
      {values.auth === "oauth2" && (
        <>
          <TextField
            label={text("mail.tokenUrl")}
            value={values.tokenUrl}
            failure={saving.at("oauth.tokenUrl")}
            placeholder="https://login.example.com/oauth2/token"
            onChange={(tokenUrl) => set({ tokenUrl })}
          />
          <Pair>
            <TextField
              label={text("mail.clientId")}
              value={values.clientId}
              failure={saving.at("oauth.clientId")}
              onChange={(clientId) => set({ clientId })}
            />
            <TextField
              label={text("mail.clientSecret")}
              type="password"
              autoComplete="new-password"
              value={values.clientSecret}
              failure={saving.at("clientSecret")}
              {...keeps}
              onChange={(clientSecret) => set({ clientSecret })}
            />
          </Pair>
          <TextField
            label={text("mail.refreshToken")}
            type="password"
            autoComplete="new-password"
            value={values.refreshToken}
            failure={saving.at("refreshToken")}
            {...keeps}
            onChange={(refreshToken) => set({ refreshToken })}
          />
        </>
      )}
      {kind === "imap" && (
        <>
          <Pair>
            <TextField
              label={text("mail.folder")}
              value={values.folder}
              failure={saving.at("folder")}
              required
              onChange={(folder) => set({ folder })}
            />
            <SelectField
              label={text("mail.backfillDays")}
              value={values.backfillDays}
              failure={saving.at("backfillDays")}
              options={backfills.map((value) => ({ value, label: text(`mail.backfillDays.${value}`) }))}
              onChange={(backfillDays) => set({ backfillDays })}
            />
          </Pair>
          {values.backfillDays !== "0" && (
            <SelectField
              label={text("mail.backfillStatus")}
              hint={text("mail.backfillStatus.hint")}
              value={values.backfillStatus}
              failure={saving.at("backfillStatus")}
              options={backfillStatuses.map((value) => ({ value, label: text(`mail.backfillStatus.${value}`) }))}
              onChange={(backfillStatus) => set({ backfillStatus })}
            />
          )}
          <CheckField
            label={text("mail.markSeen")}
            hint={text("mail.markSeen.hint")}
            checked={values.markSeen}
            onChange={(markSeen) => set({ markSeen })}
          />
          <TextField
            label={text("mail.trustedServer")}
            hint={text("mail.trustedServer.hint")}
            value={values.trustedServer}
            failure={saving.at("trustedServer")}
            placeholder="mx.example.com"
            onChange={(trustedServer) => set({ trustedServer })}
          />
        </>
      )}
      <CheckField label={text("mail.enabled")} checked={values.enabled} onChange={(enabled) => set({ enabled })} />
    </DialogForm>
  )
}

const usualSecurities = ["tls", "starttls", "none"] as const
const allSecurities = ["tls", "starttls", "opportunistic", "none"] as const
const backfills = ["0", "30", "365", "36500"] as const
const backfillStatuses = ["closed", "active"] as const
