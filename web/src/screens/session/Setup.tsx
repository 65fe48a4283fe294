import { useQueryClient } from "@tanstack/react-query"
import { useLoaderData, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { desk } from "../../data/client.ts"
import { browserTimeZone } from "../../data/time-zones.ts"
import { text } from "../../messages/text.ts"
import styles from "./Door.module.css"
import { Choice, Door, Field, Fields, TimeZoneField } from "./Door.tsx"

/** What the owner says once about themselves and the desk; then straight into the inbox. */
export function Setup() {
  const begun = useLoaderData({ from: "/setup" })
  const samples = begun.sampleConversations ?? 0
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  async function submit(form: FormData) {
    const typedIn = (name: string) => String(form.get(name) ?? "").trim()
    await desk.session.setUp({
      firstName: typedIn("firstName"),
      lastName: typedIn("lastName"),
      email: typedIn("email"),
      timezone: typedIn("timezone"),
      ...(begun.passwordNeeded && { password: String(form.get("password")) }),
      deskName: typedIn("deskName"),
      mailbox: { name: typedIn("inboxName"), email: typedIn("inboxEmail") },
      keepSamples: form.get("keepSamples") !== null,
    })
    queryClient.clear()
    await navigate({ to: "/", replace: true })
  }

  return (
    <Door title={text("setup.title")} lead={text("setup.lead")} submit={text("setup.submit")} onSubmit={submit}>
      <Group title={text("setup.you")}>
        <Fields>
          <Field
            name="firstName"
            label={text("setup.firstName")}
            defaultValue={begun.firstName}
            maxLength={80}
            autoComplete="given-name"
            autoFocus
          />
          <Field
            name="lastName"
            label={text("setup.lastName")}
            defaultValue={begun.lastName}
            maxLength={80}
            autoComplete="family-name"
            required={false}
          />
        </Fields>
        <Field
          name="email"
          type="email"
          label={text("setup.email")}
          hint={text("setup.email.hint")}
          defaultValue={begun.email}
          autoComplete="username"
        />
        {begun.passwordNeeded && (
          <Field
            name="password"
            type="password"
            label={text("setup.password")}
            hint={text("password.hint")}
            autoComplete="new-password"
          />
        )}
        <TimeZoneField name="timezone" hint={text("setup.timezone.hint")} defaultValue={browserTimeZone()} />
      </Group>
      <Group title={text("setup.desk")}>
        <Field
          name="deskName"
          label={text("setup.deskName")}
          defaultValue={begun.deskName}
          hint={text("setup.deskName.hint")}
          maxLength={120}
        />
        <Field
          name="inboxName"
          path="mailbox.name"
          label={text("setup.inboxName")}
          defaultValue={begun.mailbox?.name ?? text("setup.inboxName.first")}
          maxLength={120}
        />
        <Field
          name="inboxEmail"
          path="mailbox.email"
          type="email"
          label={text("setup.inboxEmail")}
          hint={text("setup.inboxEmail.hint")}
          defaultValue={begun.mailbox?.email}
        />
        {samples > 0 && <Choice name="keepSamples" label={text("setup.samples", { count: samples })} defaultChecked />}
      </Group>
    </Door>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles["group"]}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
