import { type FormEvent, useId } from "react"
import { text } from "../../../messages/text.ts"
import { Button } from "../../../ui/parts/Button.tsx"
import { Dialog } from "../../../ui/parts/Dialog.tsx"
import styles from "./DateRangeDialog.module.css"

interface DateRangeDialogProps {
  open: boolean
  onClose: () => void
  /** Of the filter for dates, as `after 2026-03-01`. */
  values: readonly string[]
  onChange: (values: string[]) => void
}

/** The first and the last day of a range, either of which may be left open. */
export function DateRangeDialog({ open, onClose, values, onChange }: DateRangeDialogProps) {
  const id = useId()
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onChange(fields.flatMap((field) => (form.get(field) ? [`${field} ${form.get(field)}`] : [])))
    onClose()
  }
  return (
    <Dialog title={text("filter.date.range")} open={open} onClose={onClose}>
      <form className={styles["form"]} onSubmit={apply}>
        {fields.map((field) => (
          <label key={field} htmlFor={`${id}-${field}`}>
            {text(`filter.date.field.${field}`)}
            <input id={`${id}-${field}`} type="date" name={field} defaultValue={dayIn(values, field)} />
          </label>
        ))}
        <p>{text("filter.date.hint")}</p>
        <footer>
          <Button onClick={onClose}>{text("action.cancel")}</Button>
          <Button type="submit" look="primary">
            {text("filter.date.apply")}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

const fields = ["after", "before"] as const

function dayIn(values: readonly string[], field: string): string {
  return values.map((value) => new RegExp(`^${field} (\\d{4}-\\d\\d-\\d\\d)$`).exec(value)?.[1]).find(Boolean) ?? ""
}
