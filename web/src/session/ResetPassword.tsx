import { useQueryClient } from "@tanstack/react-query"
import { Link, useLoaderData, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { desk, statusOf } from "../desk/client.ts"
import { text } from "../messages/text.ts"
import { Door, DoorNotice, NewPasswordField } from "./Door.tsx"

/** Where a link to choose a new password leads; the link was checked before this is drawn. */
export function ResetPassword() {
  const { token, link } = useLoaderData({ from: "/reset-password" })
  const [over, setOver] = useState(link === undefined)
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  async function submit(form: FormData) {
    const password = String(form.get("next"))
    try {
      await desk.session.resetPassword(token, password)
    } catch (error) {
      if (statusOf(error) === 404) setOver(true)
      throw error
    }
    // The password is changed by now; whoever cannot be signed in does it themselves.
    const signedIn = await desk.session.signIn(link?.email ?? "", password).then(
      () => true,
      () => false,
    )
    queryClient.clear()
    await navigate({ to: signedIn ? "/" : "/sign-in", replace: true })
  }

  if (over || !link)
    return (
      <DoorNotice
        title={text("reset.over.title")}
        lead={text("reset.over")}
        more={<Link to="/forgot-password">{text("reset.again")}</Link>}
      />
    )
  return (
    <Door
      title={text("reset.title")}
      lead={text("reset.lead", { email: link.email })}
      submit={text("reset.submit")}
      onSubmit={submit}
    >
      {/* For programs that keep passwords. */}
      <input type="email" name="email" value={link.email} autoComplete="username" readOnly hidden />
      <NewPasswordField autoFocus />
    </Door>
  )
}
