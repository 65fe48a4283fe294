import { type ReactNode, useId } from "react"
import { type Preferences, useChangePreferences, usePreferences } from "../../data/preferences.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import styles from "./Account.module.css"

const undoTimes = [0, 5, 10, 15, 30] as const

/** Each choice is saved as it is made. */
export function PreferencesPage() {
  const preferences = usePreferences()
  const change = useChangePreferences()
  const set = (changed: Partial<Preferences>) =>
    void change(changed).then(
      () => tell(text("preferences.saved")),
      (error: unknown) => tellFailure(error),
    )
  return (
    <>
      <h1>{text("account.preferences")}</h1>
      <p className={styles["lead"]}>{text("preferences.lead")}</p>
      <Choice
        title={text("preferences.theme")}
        value={preferences.theme}
        onChange={(theme) => set({ theme })}
        choices={(["system", "light", "dark"] as const).map((value) => [value, text(`appearance.${value}`)])}
      />
      <Choice
        title={text("preferences.threadOrder")}
        hint={text("preferences.threadOrder.hint")}
        value={preferences.threadOrder}
        onChange={(threadOrder) => set({ threadOrder })}
        choices={(["newest-last", "newest-first"] as const).map((value) => [
          value,
          text(`preferences.threadOrder.${value}`),
        ])}
      />
      <Choice
        title={text("preferences.afterSending")}
        value={preferences.afterSending}
        onChange={(afterSending) => set({ afterSending })}
        choices={(["next", "stay", "list"] as const).map((value) => [value, text(`preferences.afterSending.${value}`)])}
      />
      <Choice
        title={text("preferences.statusAfterSending")}
        hint={text("preferences.statusAfterSending.hint")}
        value={preferences.statusAfterSending}
        onChange={(statusAfterSending) => set({ statusAfterSending })}
        choices={(["active", "pending", "closed"] as const).map((value) => [
          value,
          text(`preferences.statusAfterSending.${value}`),
        ])}
      />
      <Choice
        title={text("preferences.undoSeconds")}
        hint={text("preferences.undoSeconds.hint")}
        value={preferences.undoSeconds}
        onChange={(undoSeconds) => set({ undoSeconds })}
        choices={undoTimes.map((value) => [
          value,
          value === 0 ? text("preferences.undoSeconds.none") : text("preferences.undoSeconds.some", { count: value }),
        ])}
      />
      <Switch
        label={text("preferences.shortcuts")}
        hint={text("preferences.shortcuts.hint")}
        checked={preferences.shortcuts}
        onChange={(shortcuts) => set({ shortcuts })}
      />
    </>
  )
}

interface ChoiceProps<Value extends string | number> {
  title: string
  hint?: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly (readonly [Value, string])[]
}

function Choice<Value extends string | number>({ title, hint, value, onChange, choices }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <fieldset className={styles["choice"]} {...(hint && { "aria-describedby": `${id}-hint` })}>
      <legend>{title}</legend>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      <div className={styles["segments"]}>
        {choices.map(([one, label]) => (
          <label key={one} className={styles["segment"]}>
            <input type="radio" name={id} checked={one === value} onChange={() => onChange(one)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface SwitchProps {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles["choice"]}>
      <label className={styles["switch"]}>
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={id}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <Hint id={id}>{hint}</Hint>
    </div>
  )
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={styles["hint"]}>
      {children}
    </p>
  )
}
