import { useQueryClient } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { desk } from "../../data/client.ts"
import { sessionQuery } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { Door, Field, NewPasswordField } from "./Door.tsx"

/** For whoever has signed in with a password that the desk printed. */
export function NewPassword() {
  const { to } = useSearch({ from: "/password" })
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  async function submit(form: FormData) {
    await desk.session.changePassword(String(form.get("current")), String(form.get("next")))
    await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    await navigate({ to: to ?? "/", replace: true })
  }

  return (
    <Door
      title={text("password.title")}
      lead={text("password.lead")}
      submit={text("password.submit")}
      onSubmit={submit}
    >
      <Field
        name="current"
        path="currentPassword"
        type="password"
        label={text("password.current")}
        autoComplete="current-password"
        autoFocus
      />
      <NewPasswordField />
    </Door>
  )
}
