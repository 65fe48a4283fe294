import { useQueryClient } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { desk, reasonOf } from "../desk/client.ts"
import { text } from "../messages/text.ts"
import { Button } from "../parts/Button.tsx"
import { Door, Field } from "./Door.tsx"
import { sessionQuery } from "./session.ts"

/** For whoever has signed in with a password that the desk printed. */
export function NewPassword() {
  const { to } = useSearch({ from: "/password" })
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
      await desk.session.changePassword(String(form.get("current")), String(form.get("next")))
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
      await navigate({ to: to ?? "/", replace: true })
    } catch (error) {
      setFailure(reasonOf(error, text("signIn.unreachable")))
      setBusy(false)
    }
  }

  return (
    <Door
      title={text("password.title")}
      lead={text("password.lead")}
      failure={failure}
      onSubmit={(event) => void submit(event)}
    >
      <Field
        name="current"
        type="password"
        label={text("password.current")}
        autoComplete="current-password"
        autoFocus
      />
      <Field
        name="next"
        type="password"
        label={text("password.next")}
        autoComplete="new-password"
        hint={text("password.hint")}
      />
      <Button type="submit" look="primary" disabled={busy}>
        {text("password.submit")}
      </Button>
    </Door>
  )
}
