import { Eye, File, FileImage, FileText, ShieldAlert } from "lucide-react"
import { useState } from "react"
import { sizeText } from "../../messages/numbers.ts"
import { text } from "../../messages/text.ts"
import { type Attachment, isPicture, isReadable, pathOf } from "../../ui/message-body/attachments.ts"
import { lazyComponent } from "../../ui/parts/lazy-component.tsx"
import styles from "./AttachmentList.module.css"

const Preview = lazyComponent(async () => (await import("./Preview.tsx")).Preview)

/**
 * What strangers send is never opened as a page of ours: pictures of dots and plain text can be looked at here,
 * everything is downloaded otherwise.
 */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const [shown, setShown] = useState<Attachment>()
  if (attachments.length === 0) return null
  return (
    <>
      <ul className={styles["attachments"]} aria-label={text("threads.attachments")}>
        {attachments.map((attachment) => (
          <li key={attachment.id} id={`attachment-${attachment.id}`}>
            <AttachmentCard attachment={attachment} onShow={() => setShown(attachment)} />
          </li>
        ))}
      </ul>
      {shown && (
        <Preview.Component
          attachment={shown}
          among={attachments.filter(isPicture)}
          onChange={setShown}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}

function AttachmentCard({ attachment, onShow }: { attachment: Attachment; onShow: () => void }) {
  const { filename, mimeType, size = 0, state } = attachment
  if (state === "virus")
    return (
      <span className={styles["locked"]}>
        <ShieldAlert size={15} aria-hidden /> {text("threads.virus", { name: filename })}
      </span>
    )
  const Icon = mimeType.startsWith("image/") ? FileImage : mimeType.startsWith("text/") ? FileText : File
  return (
    <span className={styles["card"]}>
      {isPicture(attachment) && (
        <button
          type="button"
          className={styles["picture"]}
          aria-label={text("threads.preview", { name: filename })}
          onClick={onShow}
        >
          <img src={pathOf(attachment)} alt="" width={attachment.width} height={attachment.height} loading="lazy" />
        </button>
      )}
      <span className={styles["line"]}>
        <a className={styles["attachment"]} href={pathOf(attachment)} download={filename}>
          <Icon size={15} aria-hidden />
          <span>
            <span className="visually-hidden">{text("threads.download")} </span>
            {filename}
          </span>
          <small>{sizeText(size)}</small>
        </a>
        {isReadable(attachment) && (
          <button
            type="button"
            className={styles["look"]}
            aria-label={text("threads.preview", { name: filename })}
            onClick={onShow}
          >
            <Eye size={15} aria-hidden />
          </button>
        )}
      </span>
    </span>
  )
}
