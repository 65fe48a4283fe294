import { useQueryClient } from "@tanstack/react-query"
import { useLoaderData, useNavigate } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { desk, reasonOf } from "../desk/client.ts"
import { text } from "../messages/text.ts"
import { Button } from "../parts/Button.tsx"
import { Choice, Door, Field, Fields } from "./Door.tsx"

/** What the owner says once about themselves and the desk; then straight into the inbox. */
export function Setup() {
  const begun = useLoaderData({ from: "/setup" })
  const samples = begun.sampleConversations ?? 0
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const said = (name: string) => String(form.get(name) ?? "").trim()
    setBusy(true)
    setFailure(undefined)
    try {
      await desk.session.setUp({
        firstName: said("firstName"),
        lastName: said("lastName"),
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(begun.passwordNeeded && { password: String(form.get("password")) }),
        deskName: said("deskName"),
        mailbox: { name: said("inboxName"), email: said("inboxEmail") },
        keepSamples: form.get("keepSamples") !== null,
      })
      queryClient.clear()
      await navigate({ to: "/", replace: true })
    } catch (error) {
      setFailure(reasonOf(error, text("signIn.unreachable")))
      setBusy(false)
    }
  }

  return (
    <Door
      title={text("setup.title")}
      lead={text("setup.lead")}
      failure={failure}
      onSubmit={(event) => void submit(event)}
    >
      <Fields>
        <Field
          name="firstName"
          label={text("setup.firstName")}
          defaultValue={begun.firstName}
          autoComplete="given-name"
          autoFocus
        />
        <Field
          name="lastName"
          label={text("setup.lastName")}
          defaultValue={begun.lastName}
          autoComplete="family-name"
          required={false}
        />
      </Fields>
      {begun.passwordNeeded && (
        <Field
          name="password"
          type="password"
          label={text("setup.password")}
          hint={text("password.hint")}
          autoComplete="new-password"
        />
      )}
      <Field
        name="deskName"
        label={text("setup.deskName")}
        defaultValue={begun.deskName}
        hint={text("setup.deskName.hint")}
      />
      <Field
        name="inboxName"
        label={text("setup.inboxName")}
        defaultValue={begun.mailbox?.name ?? text("setup.inboxName.first")}
      />
      <Field name="inboxEmail" type="email" label={text("setup.inboxEmail")} defaultValue={begun.mailbox?.email} />
      {samples > 0 && <Choice name="keepSamples" label={text("setup.samples", { count: samples })} defaultChecked />}
      <Button type="submit" look="primary" disabled={busy}>
        {text("setup.submit")}
      </Button>
    </Door>
  )
}
