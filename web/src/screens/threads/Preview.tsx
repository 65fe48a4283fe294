import { useQuery } from "@tanstack/react-query"
import { ChevronLeft, ChevronRight, Download, Maximize2, ZoomIn, ZoomOut } from "lucide-react"
import { type KeyboardEvent, useState } from "react"
import { percentText } from "../../messages/numbers.ts"
import { text } from "../../messages/text.ts"
import { moveFocus } from "../../ui/keyboard/moved-focus.ts"
import { type Attachment, isPicture, pathOf } from "../../ui/message-body/attachments.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { Dialog } from "../../ui/parts/Dialog.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import styles from "./Preview.module.css"

interface PreviewProps {
  attachment: Attachment
  /** The pictures of the same message. */
  among: readonly Attachment[]
  onChange: (attachment: Attachment) => void
  onClose: () => void
}

/** An attachment, looked at without leaving the page. */
export function Preview({ attachment, among, onChange, onClose }: PreviewProps) {
  return (
    <Dialog title={attachment.filename} open size="large" onClose={onClose}>
      {isPicture(attachment) ? (
        <Picture key={attachment.id} attachment={attachment} among={among} onChange={onChange} />
      ) : (
        <Words attachment={attachment} />
      )}
    </Dialog>
  )
}

const largest = 8
const smallest = 0.125

function Picture({ attachment, among, onChange }: Omit<PreviewProps, "onClose">) {
  /** In how many dots of the screen one of the picture is drawn; undefined where all of it is to be seen. */
  const [zoom, setZoom] = useState<number>()
  const [natural, setNatural] = useState<{ width: number; shown: number }>()
  const [failed, setFailed] = useState(false)
  const at = among.findIndex(({ id }) => id === attachment.id)
  const step = (by: number) => {
    const next = among[at + by]
    if (next) onChange(next)
  }
  const scale = (by: number) => {
    const now = zoom ?? (natural ? natural.shown / natural.width : 1)
    setZoom(Math.min(largest, Math.max(smallest, now * by)))
  }
  const keys: Record<string, () => void> = {
    "+": () => scale(2),
    "=": () => scale(2),
    "-": () => scale(0.5),
    "0": () => setZoom(undefined),
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
  }
  const hear = (event: KeyboardEvent) => {
    const task = keys[event.key]
    // Arrows scroll what is larger than the window.
    if (!task || event.ctrlKey || event.metaKey || (zoom !== undefined && event.key.startsWith("Arrow"))) return
    event.preventDefault()
    task()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each key has a button that does the same
    <div onKeyDown={hear}>
      <div className={styles["tools"]}>
        {among.length > 1 && (
          <>
            <IconButton
              label={text("threads.picture.previous")}
              icon={<ChevronLeft size={16} />}
              disabled={at <= 0}
              onClick={() => step(-1)}
            />
            <IconButton
              label={text("threads.picture.next")}
              icon={<ChevronRight size={16} />}
              disabled={at === among.length - 1}
              onClick={() => step(1)}
            />
          </>
        )}
        <span className={styles["space"]} />
        <IconButton label={text("threads.picture.smaller")} icon={<ZoomOut size={16} />} onClick={() => scale(0.5)} />
        <output className={styles["zoom"]}>
          {zoom === undefined ? text("threads.picture.fit") : percentText(zoom * 100)}
        </output>
        <IconButton label={text("threads.picture.larger")} icon={<ZoomIn size={16} />} onClick={() => scale(2)} />
        <IconButton
          label={text("threads.picture.fit")}
          icon={<Maximize2 size={15} />}
          onClick={() => setZoom(undefined)}
        />
        <DownloadLink attachment={attachment} />
      </div>
      <section
        ref={takeFocus}
        className={styles["stage"]}
        data-fit={zoom === undefined}
        aria-label={attachment.filename}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
        tabIndex={0}
      >
        {failed ? (
          <p>{text("threads.preview.failed")}</p>
        ) : (
          <img
            src={pathOf(attachment)}
            alt={attachment.filename}
            {...(zoom !== undefined && natural && { width: Math.round(natural.width * zoom) })}
            onLoad={({ currentTarget: image }) => setNatural({ width: image.naturalWidth, shown: image.clientWidth })}
            onError={() => setFailed(true)}
          />
        )}
      </section>
    </div>
  )
}

/** When the dialog opens, and when the next picture takes the place of the one before. */
function takeFocus(element: HTMLElement | null): void {
  element?.setAttribute("autofocus", "")
  moveFocus(element)
}

/** Enough to know what it is. */
const mostBytes = 200_000

function Words({ attachment }: { attachment: Attachment }) {
  const { data, error } = useQuery({
    queryKey: ["attachment", attachment.id],
    queryFn: async () => {
      const answer = await fetch(pathOf(attachment), { headers: { Range: `bytes=0-${mostBytes - 1}` } })
      if (!answer.ok) throw new Error(String(answer.status))
      return new TextDecoder().decode(await answer.arrayBuffer())
    },
    retry: false,
    gcTime: 0,
  })
  return (
    <>
      <div className={styles["tools"]}>
        <span className={styles["space"]} />
        <DownloadLink attachment={attachment} />
      </div>
      {error && <p className={styles["said"]}>{text("threads.preview.failed")}</p>}
      {data === undefined && !error && (
        <div className={styles["said"]}>
          <Skeleton lines={["long", "middle", "long"]} />
        </div>
      )}
      {data !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
        <pre className={styles["words"]} tabIndex={0}>
          {data}
        </pre>
      )}
      {(attachment.size ?? 0) > mostBytes && <p className={styles["said"]}>{text("threads.preview.long")}</p>}
    </>
  )
}

function DownloadLink({ attachment }: { attachment: Attachment }) {
  return (
    <a className={styles["download"]} href={pathOf(attachment)} download={attachment.filename}>
      <Download size={15} aria-hidden /> {text("threads.download")}
    </a>
  )
}
