import { useRef } from "react"
import { desk } from "../../data/client.ts"
import { tell } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Choice, Field, NewPasswordField } from "../session/Door.tsx"
import { ProblemsContext, useForm } from "../session/form.ts"
import styles from "./Account.module.css"

export function PasswordPage() {
  const form = useRef<HTMLFormElement>(null)
  const { failure, problems, busy, finish, send } = useForm(async (said) => {
    const endTokens = said.has("endTokens")
    await desk.session.changePassword(String(said.get("current")), String(said.get("next")), { endTokens })
    form.current?.reset()
    finish()
    tell(text(endTokens ? "changePassword.done.ended" : "changePassword.done"))
  })
  return (
    <>
      <h1>{text("account.password")}</h1>
      <p className={styles["lead"]}>{text("changePassword.lead")}</p>
      <form ref={form} className={styles["form"]} onSubmit={send}>
        {failure && (
          <p className={styles["failure"]} role="alert">
            {failure}
          </p>
        )}
        <ProblemsContext value={problems}>
          <Field
            name="current"
            path="currentPassword"
            type="password"
            label={text("changePassword.current")}
            autoComplete="current-password"
            autoFocus
          />
          <NewPasswordField />
        </ProblemsContext>
        <Choice
          name="endTokens"
          label={text("changePassword.endTokens")}
          hint={text("changePassword.endTokens.hint")}
        />
        <Button type="submit" look="primary" disabled={busy}>
          {text("changePassword.submit")}
        </Button>
      </form>
    </>
  )
}
