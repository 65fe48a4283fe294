import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { desk } from "../../data/client.ts"
import { text } from "../../messages/text.ts"
import { Door, DoorNotice, Field } from "./Door.tsx"

/** Says the same whether or not somebody has the address: strangers could ask otherwise who works here. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>()
  const back = <Link to="/sign-in">{text("forgot.back")}</Link>

  async function submit(form: FormData) {
    const email = String(form.get("email")).trim()
    await desk.session.askForReset(email)
    setSentTo(email)
  }

  if (sentTo !== undefined)
    return <DoorNotice title={text("forgot.done.title")} lead={text("forgot.done", { email: sentTo })} more={back} />
  return (
    <Door
      title={text("forgot.title")}
      lead={text("forgot.lead")}
      submit={text("forgot.submit")}
      onSubmit={submit}
      more={back}
    >
      <Field name="email" type="email" label={text("signIn.email")} autoComplete="username" autoFocus />
    </Door>
  )
}
