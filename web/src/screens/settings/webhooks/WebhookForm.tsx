import type { EventName } from "@deskhand/contract/event-kinds"
import type { ReplacedWebhook, Webhook } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { text } from "../../../messages/settings.ts"
import { CheckList } from "../../../ui/form/CheckList.tsx"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { useDraft } from "../../../ui/form/draft.ts"
import formStyles from "../../../ui/form/Form.module.css"
import { CheckField, GroupField, RadioField, TextField } from "../../../ui/form/fields.tsx"
import { useSaving } from "../../../ui/form/saving.ts"
import { Button } from "../../../ui/parts/Button.tsx"
import { eventOptions } from "./kinds.ts"

interface WebhookFormProps {
  /** None where a new one is made. */
  webhook: Webhook | undefined
  /** An empty secret is none: the one there is stays. */
  onSave: (webhook: ReplacedWebhook, secret: string) => Promise<void>
  onClose: () => void
}

export function WebhookForm({ webhook, onSave, onClose }: WebhookFormProps) {
  const draft = useDraft({
    url: webhook?.url ?? "",
    label: webhook?.label ?? "",
    secret: webhook ? "" : newSecret(),
    headers: webhook?.headerPrefix === undefined ? ("desk" as "desk" | "own") : ("own" as const),
    headerPrefix: webhook?.headerPrefix ?? "",
    events: webhook?.events ?? ([] as EventName[]),
    reach: webhook?.mailboxIds ? ("some" as const) : ("all" as "all" | "some"),
    mailboxIds: webhook?.mailboxIds ?? [],
    notification: webhook?.notification ?? false,
  })
  const { values, set } = draft
  const options = eventOptions(webhook?.events ?? [])
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const saving = useSaving(["url", "label", "secret", "headerPrefix", "events", "mailboxIds", "notification"])
  const save = async () => {
    const { secret, headers, headerPrefix, reach, mailboxIds, ...rest } = values
    const done = await saving.run(
      () =>
        onSave(
          {
            ...rest,
            headerPrefix: headers === "own" ? headerPrefix.trim() : null,
            ...(reach === "some" && { mailboxIds }),
            payloadVersion: "V2",
            state: webhook?.state ?? "enabled",
          },
          secret,
        ),
      text("settings.saved"),
    )
    if (done) onClose()
  }
  return (
    <DialogForm
      saving={saving}
      disabled={values.events.length === 0 || (webhook !== undefined && !draft.dirty)}
      onClose={onClose}
      onSave={() => void save()}
    >
      <TextField
        label={text("webhooks.url")}
        hint={text("webhooks.url.hint")}
        value={values.url}
        failure={saving.at("url")}
        required
        maxLength={2048}
        inputMode="url"
        spellCheck={false}
        placeholder="https://example.com/hooks"
        onChange={(url) => set({ url })}
      />
      <TextField
        label={text("webhooks.label")}
        value={values.label}
        failure={saving.at("label")}
        maxLength={255}
        onChange={(label) => set({ label })}
      />
      <div className={formStyles["code"]}>
        <TextField
          label={text(webhook ? "webhooks.secret.new" : "webhooks.secret")}
          hint={text(webhook ? "webhooks.secret.new.hint" : "webhooks.secret.hint")}
          value={values.secret}
          failure={saving.at("secret")}
          required={!webhook}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          onChange={(secret) => set({ secret })}
        />
      </div>
      <RadioField
        label={text("webhooks.headers")}
        hint={text("webhooks.headers.hint")}
        value={values.headers}
        options={(["desk", "own"] as const).map((value) => ({ value, label: text(`webhooks.headers.${value}`) }))}
        onChange={(headers) => set({ headers })}
      />
      {values.headers === "own" && (
        <div className={formStyles["code"]}>
          <TextField
            label={text("webhooks.headerPrefix")}
            hint={
              values.headerPrefix.trim()
                ? text("webhooks.headerPrefix.sends", { prefix: values.headerPrefix.trim() })
                : text("webhooks.headerPrefix.hint")
            }
            value={values.headerPrefix}
            failure={saving.at("headerPrefix")}
            required
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            placeholder="X-Acme"
            onChange={(headerPrefix) => set({ headerPrefix })}
          />
        </div>
      )}
      <GroupField
        label={text("webhooks.events")}
        hint={text("webhooks.events.chosen", { count: values.events.length })}
        failure={saving.at("events")}
      >
        <CheckList
          label={text("webhooks.events")}
          options={options}
          chosen={values.events}
          none=""
          onChange={(events) => set({ events })}
        />
        <div className={formStyles["foot"]}>
          <Button onClick={() => set({ events: options.map(({ value }) => value) })}>
            {text("webhooks.events.all")}
          </Button>
          <Button onClick={() => set({ events: [] })}>{text("webhooks.events.none")}</Button>
        </div>
      </GroupField>
      <RadioField
        label={text("webhooks.inboxes")}
        value={values.reach}
        options={(["all", "some"] as const).map((value) => ({ value, label: text(`webhooks.inboxes.${value}`) }))}
        onChange={(reach) => set({ reach })}
      />
      {values.reach === "some" && (
        <GroupField label={text("webhooks.inboxes.which")} failure={saving.at("mailboxIds")}>
          <CheckList
            label={text("webhooks.inboxes.which")}
            options={inboxes.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
            chosen={values.mailboxIds}
            none={text("inboxes.none")}
            onChange={(mailboxIds) => set({ mailboxIds })}
          />
        </GroupField>
      )}
      <CheckField
        label={text("webhooks.notification")}
        hint={text("webhooks.notification.hint")}
        checked={values.notification}
        onChange={(notification) => set({ notification })}
      />
    </DialogForm>
  )
}

/** 32 characters, which every receiver takes, and which need no escaping anywhere. */
function newSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
