import type { ResetLinkState } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { Link, useLoaderData, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { desk, statusOf } from "../../data/client.ts"
import { tell } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import styles from "./Door.module.css"
import { Choice, Door, DoorNotice, NewPasswordField } from "./Door.tsx"

/** Where a link to choose a new password leads; the link was checked before this is drawn. */
export function ResetPassword() {
  const { token, link } = useLoaderData({ from: "/reset-password" })
  const [over, setOver] = useState(link === undefined)
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  async function submit(form: FormData) {
    const password = String(form.get("next"))
    try {
      await desk.session.resetPassword(token, password, { keepTokens: form.has("keepTokens") })
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
    const ended = link && actsForUser(link) && !form.has("keepTokens")
    tell(text(ended ? "reset.done.ended" : "reset.done"))
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
      {actsForUser(link) && <ActingList link={link} />}
    </Door>
  )
}

function actsForUser({ personalTokens, apps }: ResetLinkState): boolean {
  return personalTokens > 0 || apps.length > 0
}

/** What ends with the old password, and the choice to keep it. */
function ActingList({ link: { personalTokens, apps } }: { link: ResetLinkState }) {
  return (
    <div className={styles["acting"]}>
      <p>{text("reset.acting")}</p>
      <ul>
        {personalTokens > 0 && <li>{text("reset.tokens", { count: personalTokens })}</li>}
        {[...new Set(apps)].map((name) => (
          <li key={name}>{text("reset.app", { name })}</li>
        ))}
      </ul>
      <Choice name="keepTokens" label={text("reset.keep")} hint={text("reset.keep.hint")} />
    </div>
  )
}
