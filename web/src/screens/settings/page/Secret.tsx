import { Copy } from "lucide-react"
import { useId } from "react"
import { tell, tellFailure } from "../../../data/toasts.ts"
import { text } from "../../../messages/settings.ts"
import formStyles from "../../../ui/form/Form.module.css"
import { Button } from "../../../ui/parts/Button.tsx"
import styles from "./Page.module.css"

interface SecretProps {
  label: string
  value: string
  lead: string
  onClose: () => void
}

/** What is shown this once, to be copied. */
export function Secret({ label, value, lead, onClose }: SecretProps) {
  const id = useId()
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => tell(text("settings.copied")),
      (error: unknown) => tellFailure(error, String(error)),
    )
  return (
    <div className={formStyles["form"]} data-place="dialog">
      <p>{lead}</p>
      <div className={styles["secret"]}>
        <label htmlFor={id}>{label}</label>
        <input id={id} readOnly value={value} onFocus={({ target }) => target.select()} />
        <Button onClick={copy}>
          <Copy size={15} aria-hidden /> {text("settings.copy")}
        </Button>
      </div>
      <footer className={formStyles["foot"]}>
        <Button look="primary" onClick={onClose}>
          {text("settings.done")}
        </Button>
      </footer>
    </div>
  )
}
