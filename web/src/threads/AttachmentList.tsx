import type { Thread } from "@deskhand/sdk/client"
import { File, FileImage, FileText, ShieldAlert } from "lucide-react"
import { sizeText } from "../messages/moments.ts"
import { text } from "../messages/text.ts"
import styles from "./AttachmentList.module.css"

type Attachment = NonNullable<Thread["_embedded"]>["attachments"][number]

/** Always downloads: what strangers send is never opened as a page of ours. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null
  return (
    <ul className={styles["attachments"]} aria-label={text("threads.attachments")}>
      {attachments.map((attachment) => (
        <li key={attachment.id} id={`attachment-${attachment.id}`}>
          <AttachmentLink attachment={attachment} />
        </li>
      ))}
    </ul>
  )
}

function AttachmentLink({ attachment }: { attachment: Attachment }) {
  const { filename, mimeType, size = 0, state } = attachment
  if (state === "virus")
    return (
      <span className={styles["locked"]}>
        <ShieldAlert size={15} aria-hidden /> {text("threads.virus", { name: filename })}
      </span>
    )
  const Icon = mimeType.startsWith("image/") ? FileImage : mimeType.startsWith("text/") ? FileText : File
  return (
    <a className={styles["attachment"]} href={new URL(attachment._links.download.href).pathname} download={filename}>
      <Icon size={15} aria-hidden />
      <span>
        <span className="visually-hidden">{text("threads.download")} </span>
        {filename}
      </span>
      <small>{sizeText(size)}</small>
    </a>
  )
}
