import { LoaderCircle, Paperclip, TriangleAlert, X } from "lucide-react"
import { useRef } from "react"
import { sizeText } from "../../messages/numbers.ts"
import { text } from "../../messages/text.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import styles from "./FileList.module.css"
import type { Files } from "./files.ts"

/** What goes along, and how far it has come. */
export function FileList({ files: { shown, remove } }: { files: Files }) {
  if (shown.length === 0) return null
  return (
    <ul className={styles["files"]} aria-label={text("threads.attachments")}>
      {shown.map((file) => (
        <li key={file.key} data-state={file.state}>
          {file.state === "failed" ? (
            <TriangleAlert size={14} />
          ) : file.state === "sending" ? (
            <LoaderCircle size={14} className={styles["turning"]} />
          ) : (
            <Paperclip size={14} />
          )}
          <span className={styles["name"]}>{file.name}</span>
          <small>{file.state === "sending" ? text("composer.files.sending") : sizeText(file.sizeBytes)}</small>
          {file.reason && <small role="alert">{file.reason}</small>}
          <button
            type="button"
            aria-label={text("composer.files.remove", { name: file.name })}
            onClick={() => remove(file)}
          >
            <X size={13} />
          </button>
        </li>
      ))}
    </ul>
  )
}

export function AttachButton({ files }: { files: Files }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label={text("composer.files.add")}
        icon={<Paperclip size={15} />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={({ target }) => {
          files.add([...(target.files ?? [])])
          target.value = ""
        }}
      />
    </>
  )
}
