import { useQueryClient } from "@tanstack/react-query"
import { useLoaderData, useNavigate } from "@tanstack/react-router"
import { desk } from "../../data/client.ts"
import { text } from "../../messages/text.ts"
import { Choice, Door, Field, Fields } from "./Door.tsx"

/** What the owner says once about themselves and the desk; then straight into the inbox. */
export function Setup() {
  const begun = useLoaderData({ from: "/setup" })
  const samples = begun.sampleConversations ?? 0
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  async function submit(form: FormData) {
    const said = (name: string) => String(form.get(name) ?? "").trim()
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
  }

  return (
    <Door title={text("setup.title")} lead={text("setup.lead")} submit={text("setup.submit")} onSubmit={submit}>
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
    </Door>
  )
}
