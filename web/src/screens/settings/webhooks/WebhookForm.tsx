import type { EventName } from "@deskhand/contract/events/event-kinds"
import type { ReplacedWebhook, Webhook } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { text } from "../../../messages/settings.ts"
import { CheckList, CheckListField } from "../../../ui/form/CheckList.tsx"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import formStyles from "../../../ui/form/Form.module.css"
import { CheckField, GroupField, RadioField, TextField } from "../../../ui/form/fields.tsx"
import { useSettingsForm } from "../../../ui/form/settings-form.ts"
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
  const [secret] = useState(() => (webhook ? "" : newSecret()))
  const form = useSettingsForm({
    saved: {
      url: webhook?.url ?? "",
      label: webhook?.label ?? "",
      secret,
      headers: webhook?.headerPrefix === undefined ? ("desk" as "desk" | "own") : ("own" as const),
      headerPrefix: webhook?.headerPrefix ?? "",
      events: webhook?.events ?? ([] as EventName[]),
      reach: webhook?.mailboxIds ? ("some" as const) : ("all" as "all" | "some"),
      mailboxIds: webhook?.mailboxIds ?? [],
      notification: webhook?.notification ?? false,
    },
    save({ secret, headers, headerPrefix, reach, mailboxIds, ...rest }) {
      const written = {
        ...rest,
        headerPrefix: headers === "own" ? headerPrefix.trim() : null,
        ...(reach === "some" && { mailboxIds }),
        payloadVersion: "V2" as const,
        state: webhook?.state ?? "enabled",
      }
      return onSave(written, secret)
    },
    done: text("settings.saved"),
    onSaved: onClose,
  })
  const { values, set } = form
  const options = eventOptions(webhook?.events ?? [])
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  return (
    <DialogForm
      form={form}
      disabled={values.events.length === 0 || (webhook !== undefined && !form.isDirty)}
      onClose={onClose}
    >
      <TextField
        {...form.field("url")}
        label={text("webhooks.url")}
        hint={text("webhooks.url.hint")}
        required
        maxLength={2048}
        inputMode="url"
        spellCheck={false}
        placeholder="https://example.com/hooks"
      />
      <TextField {...form.field("label")} label={text("webhooks.label")} maxLength={255} />
      <div className={formStyles["code"]}>
        <TextField
          {...form.field("secret")}
          label={text(webhook ? "webhooks.secret.new" : "webhooks.secret")}
          hint={text(webhook ? "webhooks.secret.new.hint" : "webhooks.secret.hint")}
          required={!webhook}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <RadioField
        {...form.field("headers")}
        label={text("webhooks.headers")}
        hint={text("webhooks.headers.hint")}
        options={(["desk", "own"] as const).map((value) => ({ value, label: text(`webhooks.headers.${value}`) }))}
      />
      {values.headers === "own" && (
        <div className={formStyles["code"]}>
          <TextField
            {...form.field("headerPrefix")}
            label={text("webhooks.headerPrefix")}
            hint={
              values.headerPrefix.trim()
                ? text("webhooks.headerPrefix.sends", { prefix: values.headerPrefix.trim() })
                : text("webhooks.headerPrefix.hint")
            }
            required
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            placeholder="X-Acme"
          />
        </div>
      )}
      <GroupField
        label={text("webhooks.events")}
        hint={text("webhooks.events.chosen", { count: values.events.length })}
        failure={form.failureAt("events")}
      >
        <CheckList {...form.field("events")} label={text("webhooks.events")} options={options} none="" />
        <div className={formStyles["foot"]}>
          <Button onClick={() => set({ events: options.map(({ value }) => value) })}>
            {text("webhooks.events.all")}
          </Button>
          <Button onClick={() => set({ events: [] })}>{text("webhooks.events.none")}</Button>
        </div>
      </GroupField>
      <RadioField
        {...form.field("reach")}
        label={text("webhooks.inboxes")}
        options={(["all", "some"] as const).map((value) => ({ value, label: text(`webhooks.inboxes.${value}`) }))}
      />
      {values.reach === "some" && (
        <CheckListField
          {...form.field("mailboxIds")}
          label={text("webhooks.inboxes.which")}
          options={inboxes.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
          none={text("inboxes.none")}
        />
      )}
      <CheckField
        {...form.field("notification")}
        label={text("webhooks.notification")}
        hint={text("webhooks.notification.hint")}
      />
    </DialogForm>
  )
}

/** 32 characters, which every receiver takes, and which need no escaping anywhere. */
function newSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
