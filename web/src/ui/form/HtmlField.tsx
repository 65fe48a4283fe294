import { type ReactNode, useEffect, useId, useRef, useState } from "react"
import { text } from "../../messages/settings.ts"
import type { EditorHandle } from "../editor/Editor.tsx"
import { WritingBox } from "../editor/WritingBox.tsx"
import { MessageBody } from "../message-body/MessageBody.tsx"
import { Button } from "../parts/Button.tsx"
import styles from "./Form.module.css"
import { AreaField, GroupField } from "./fields.tsx"

interface HtmlFieldProps {
  label: string
  placeholder: string
  hint?: string
  failure?: string | undefined
  value: string
  onChange: (html: string) => void
  /** Places that are filled in when it is used, which can be put in at the cursor. */
  places?: readonly { value: string; label: string }[]
}

/** What the editor would lose, which is then written as HTML. */
const beyondEditor = /<(?!\/?(p|br|b|strong|i|em|a|ul|ol|li|blockquote|code|pre|h[1-6]|div|span)\b)[a-z]|\sstyle=/i

/** Formatted text; as HTML with a preview where somebody wants more than the editor writes. */
export function HtmlField({ label, placeholder, hint, failure, value, onChange, places }: HtmlFieldProps) {
  const [asHtml, setAsHtml] = useState(() => beyondEditor.test(value))
  const editor = useRef<EditorHandle>(null)
  /** What the editor has said or was given: anything else has come from elsewhere. */
  const known = useRef(value)
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    editor.current?.setHtml(value)
  }, [value])
  const insert = places && <InsertPlace places={places} onInsert={(place) => editor.current?.insert({ text: place })} />
  return (
    <div>
      {asHtml ? (
        <div className={styles["code"]}>
          <AreaField
            label={label}
            hint={hint}
            failure={failure}
            value={value}
            spellCheck={false}
            rows={8}
            onChange={onChange}
          />
          <Preview html={value} label={label} />
        </div>
      ) : (
        <GroupField label={label} hint={hint} failure={failure}>
          <WritingBox
            handle={editor}
            html={value}
            label={label}
            placeholder={placeholder}
            onChange={(html) => {
              known.current = html
              onChange(html)
            }}
            onKey={() => false}
            onTrigger={() => {}}
            tools={insert}
          />
        </GroupField>
      )}
      <ModeSwitch asHtml={asHtml} label={label} onChange={setAsHtml} />
    </div>
  )
}

function ModeSwitch({
  asHtml,
  label,
  onChange,
}: {
  asHtml: boolean
  label: string
  onChange: (asHtml: boolean) => void
}) {
  return (
    <fieldset className={styles["modes"]} aria-label={text("settings.html.mode", { what: label })}>
      {([false, true] as const).map((html) => (
        <Button key={String(html)} look="quiet" aria-pressed={html === asHtml} onClick={() => onChange(html)}>
          {text(html ? "settings.html.html" : "settings.html.formatted")}
        </Button>
      ))}
    </fieldset>
  )
}

function Preview({ html, label }: { html: string; label: string }): ReactNode {
  const id = useId()
  if (html.trim() === "") return null
  return (
    <div className={styles["shown"]}>
      <p id={id} className={styles["hint"]}>
        {text("settings.html.preview")}
      </p>
      <section className={styles["preview"]} aria-labelledby={id}>
        <MessageBody key={html} threadId={0} html={html} author={label} />
      </section>
    </div>
  )
}

function InsertPlace({
  places,
  onInsert,
}: {
  places: NonNullable<HtmlFieldProps["places"]>
  onInsert: (value: string) => void
}) {
  return (
    <select
      className={styles["tool"]}
      aria-label={text("settings.html.insert")}
      value=""
      onChange={({ target }) => onInsert(target.value)}
    >
      <option value="">{text("settings.html.insert")}</option>
      {places.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
