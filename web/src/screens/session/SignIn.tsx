import { DeskhandError } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { desk } from "../../data/client.ts"
import { deleteOfflineData } from "../../data/offline/offline.ts"
import { text } from "../../messages/text.ts"
import { Door, Field } from "./Door.tsx"

export function SignIn() {
  const { to } = useSearch({ from: "/sign-in" })
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  async function submit(form: FormData) {
    await desk.session.signIn(String(form.get("email")), String(form.get("password")))
    // Nothing of whoever was here before is shown to whoever comes now.
    queryClient.clear()
    await deleteOfflineData()
    await navigate({ to: to ?? "/", replace: true })
  }

  return (
    <Door
      title={text("signIn.title")}
      lead={text("signIn.lead")}
      submit={text("signIn.submit")}
      submitting={text("signIn.submitting")}
      onSubmit={submit}
      explain={failureText}
      more={<Link to="/forgot-password">{text("signIn.forgot")}</Link>}
    >
      <Field name="email" type="email" label={text("signIn.email")} autoComplete="username" autoFocus />
      <Field name="password" type="password" label={text("signIn.password")} autoComplete="current-password" />
    </Door>
  )
}

function failureText(error: unknown): string {
  if (!(error instanceof DeskhandError)) return text("signIn.unreachable")
  if (error.status === 401) return text("signIn.wrong")
  if (error.status !== 429) return error.message
  const seconds = Math.max(1, error.retryAfterSeconds ?? 60)
  if (seconds < 60) return text("signIn.throttled.seconds", { count: seconds })
  return text("signIn.throttled.minutes", { count: Math.ceil(seconds / 60) })
}
