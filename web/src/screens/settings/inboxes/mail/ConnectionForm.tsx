import type { Inbox, MailConnection, MailConnectionTrial } from "@deskhand/sdk/client"
import { useState } from "react"
import { desk } from "../../../../data/client.ts"
import { text } from "../../../../messages/settings.ts"
import { DialogForm } from "../../../../ui/form/DialogForm.tsx"
import { CheckField, Pair, RadioField, SelectField, TextField } from "../../../../ui/form/fields.tsx"
import { useSettingsForm } from "../../../../ui/form/settings-form.ts"
import { Button } from "../../../../ui/parts/Button.tsx"
import { useRefresh } from "../../page/refresh.ts"
import { type ConnectionDraft, draftOf, portFor, writtenOf } from "./draft.ts"
import styles from "./Mail.module.css"
import { TrialSteps } from "./Trial.tsx"

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
    pathsOf: (name) => [oauthNames.includes(name) ? `oauth.${name}` : name],
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
  const test = useTest({ kind, values, run: form.attempt, inboxId: inbox.id })
  const keeps = connection?.hasSecret ? { placeholder: text("mail.secret.kept") } : {}
  const securities = kind === "smtp" && values.auth === "none" ? allSecurities : usualSecurities
  return (
    <DialogForm
      form={form}
      disabled={test.isRunning || values.host.trim() === "" || values.port === ""}
      submit={test.isNext ? text(test.isRunning ? "mail.testing" : "mail.test.first") : text("settings.save")}
      onSubmit={() => (test.isNext ? test.start() : form.save())}
      actions={
        <>
          <div className={styles["test"]} role="status">
            {test.trial && <TrialSteps trial={test.trial} />}
            <p>{text(`mail.test.state.${test.state}`)}</p>
          </div>
          {test.isNext && (
            <Button disabled={form.isSaving || test.isRunning} onClick={() => void form.save()}>
              {text("mail.test.without")}
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
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
            <TextField {...form.field("clientId")} label={text("mail.clientId")} maxLength={255} />
            <TextField
              {...form.field("clientSecret")}
              label={text("mail.clientSecret")}
              type="password"
              autoComplete="new-password"
              {...keeps}
            />
          </Pair>
          <TextField
            {...form.field("scope")}
            label={text("mail.scope")}
            hint={text("mail.scope.hint")}
            maxLength={1000}
          />
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
              options={backfillOptions(connection?.backfillDays)}
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

interface TestOptions {
  kind: MailConnection["kind"]
  values: ConnectionDraft
  run: (task: () => Promise<unknown>) => Promise<void>
  inboxId: number
}

/** A test of what is not saved yet. It counts as long as nothing is changed afterwards. */
function useTest({ kind, values, run, inboxId }: TestOptions) {
  const [isRunning, setRunning] = useState(false)
  const [last, setLast] = useState<{ values: string; trial: MailConnectionTrial }>()
  const written = JSON.stringify(writtenOf(kind, values))
  const trial = last?.values === written ? last.trial : undefined
  // A refresh token may work only once: the desk must not use up one that is not saved.
  const isPossible = values.auth !== "oauth2" || values.refreshToken === ""
  return {
    isRunning,
    trial,
    /** Whether it comes before saving. */
    isNext: isPossible && trial?.ok !== true,
    state: isRunning
      ? ("running" as const)
      : !isPossible
        ? ("later" as const)
        : trial === undefined
          ? ("none" as const)
          : trial.ok
            ? ("passed" as const)
            : ("failed" as const),
    async start() {
      setRunning(true)
      setLast(undefined)
      await run(async () => {
        const trial = await desk.inboxes.mailConnections(inboxId).testUnsaved({ kind, ...writtenOf(kind, values) })
        setLast({ values: written, trial })
      })
      setRunning(false)
    },
  }
}

const oauthNames: readonly string[] = ["tokenUrl", "clientId", "scope"]

/** The usual ones, and what somebody set by the API. */
function backfillOptions(days: number | undefined) {
  const usual = backfills.map((value) => ({ value: value as string, label: text(`mail.backfillDays.${value}`) }))
  if (days === undefined || usual.some(({ value }) => value === String(days))) return usual
  return [...usual, { value: String(days), label: text("mail.backfillDays.other", { count: days }) }]
}

const usualSecurities = ["tls", "starttls", "none"] as const
const allSecurities = ["tls", "starttls", "opportunistic", "none"] as const
const backfills = ["0", "30", "365", "36500"] as const
const backfillStatuses = ["closed", "active"] as const
