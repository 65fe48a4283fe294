import { DeskhandError } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { desk } from "../desk/client.ts"
import { text } from "../messages/text.ts"
import { Button } from "../parts/Button.tsx"
import { Door, Field } from "./Door.tsx"

export function SignIn() {
  const { to } = useSearch({ from: "/sign-in" })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setFailure(undefined)
    try {
      await desk.session.signIn(String(form.get("email")), String(form.get("password")))
      // Nothing of whoever was here before is shown to whoever comes now.
      queryClient.clear()
      await navigate({ to: to ?? "/", replace: true })
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }

  return (
    <Door
      title={text("signIn.title")}
      lead={text("signIn.lead")}
      failure={failure}
      onSubmit={(event) => void submit(event)}
    >
      <Field name="email" type="email" label={text("signIn.email")} autoComplete="username" autoFocus />
      <Field name="password" type="password" label={text("signIn.password")} autoComplete="current-password" />
      <Button type="submit" look="primary" disabled={busy}>
        {busy ? text("signIn.submitting") : text("signIn.submit")}
      </Button>
    </Door>
  )
}

function failureText(error: unknown): string {
  if (!(error instanceof DeskhandError)) return text("signIn.unreachable")
  if (error.status === 401) return text("signIn.wrong")
  if (error.status !== 429) return error.message
  return text("signIn.throttled", { count: Math.max(1, Math.ceil((error.retryAfterSeconds ?? 60) / 60)) })
}
