import { type FormEvent, useState } from "react"
import { text } from "../../messages/text.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import styles from "./LinkDialog.module.css"
import { linkOf } from "./schema.ts"

interface LinkDialogProps {
  open: boolean
  href: string | undefined
  onClose: () => void
  /** Nothing takes it away. */
  onLink: (href: string | undefined) => void
}

export function LinkDialog({ open, href, onClose, onLink }: LinkDialogProps) {
  return (
    <Dialog title={text("editor.link")} open={open} onClose={onClose}>
      <LinkForm href={href} onLink={onLink} />
    </Dialog>
  )
}

function LinkForm({ href, onLink }: Pick<LinkDialogProps, "href" | "onLink">) {
  const [typed, setTyped] = useState(href ?? "")
  const [wrong, setWrong] = useState(false)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const address = typed.trim()
    const whole = /^[\w.-]+\.\w{2,}(\/|$)/.test(address) ? `https://${address}` : address
    if (linkOf(whole)) onLink(whole)
    else setWrong(true)
  }
  return (
    <form className={styles["form"]} onSubmit={save}>
      <label>
        {text("editor.link.address")}
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to fill it in
          autoFocus
          value={typed}
          placeholder="https://"
          aria-invalid={wrong}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      {wrong && <p role="alert">{text("editor.link.wrong")}</p>}
      <div className={styles["foot"]}>
        {href !== undefined && <Button onClick={() => onLink(undefined)}>{text("editor.link.remove")}</Button>}
        <Button look="primary" type="submit">
          {text("editor.link.save")}
        </Button>
      </div>
    </form>
  )
}
