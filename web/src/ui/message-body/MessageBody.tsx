import { Image } from "lucide-react"
import { useLayoutEffect, useRef, useState } from "react"
import { afterPress, followPresses } from "../../data/press.ts"
import { followShownScheme, shownScheme } from "../../data/scheme.ts"
import { text } from "../../messages/text.ts"
import { hearKeys } from "../keyboard/shortcuts.ts"
import { Button } from "../parts/Button.tsx"
import type { Attachment } from "./attachments.ts"
import type { Consent } from "./consent.ts"
import styles from "./MessageBody.module.css"
import { loadPictures, showOwnPictures } from "./pictures.ts"
import { cleanMessage } from "./sanitize.ts"

/** Heights as they were last measured, so that what is seen again does not jump. */
const heights = new Map<string, number>()

const none: readonly Attachment[] = []

const words = {
  quoted: text("threads.quoted"),
  picture: (name: string) => (name === "" ? text("threads.images.unnamed") : text("threads.images.one", { name })),
}

interface MessageBodyProps {
  threadId: number
  html: string
  author: string
  /** Among them the pictures that it shows itself. */
  attachments?: readonly Attachment[]
  /** Without it nobody is asked, and pictures from elsewhere stay away. */
  consent?: Consent
}

/**
 * What somebody wrote, in a frame whose own policy runs nothing and fetches nothing. Pictures from elsewhere come with
 * another document, whose policy lets in what the desk has fetched, once a person has said so.
 */
export function MessageBody({ threadId, html, author, attachments = none, consent }: MessageBodyProps) {
  const images = consent !== undefined && (consent.message || consent.sender)
  const id = `${threadId}-${html.length}-${images}`
  const [remoteIn, setRemoteIn] = useState<string>()
  return (
    <>
      {remoteIn === id && !images && consent && (
        <p className={styles["blocked"]}>
          <Image size={14} aria-hidden /> {text("threads.images")}
          <Button look="quiet" onClick={consent.allowMessage}>
            {text("threads.images.show")}
          </Button>
          <Button look="quiet" onClick={consent.allowSender}>
            {text("threads.images.always", { name: author })}
          </Button>
        </p>
      )}
      <MessageFrame
        key={images ? "images" : "plain"}
        id={id}
        html={html}
        attachments={attachments}
        images={images}
        title={text("threads.body", { name: author })}
        onRemote={setRemoteIn}
      />
    </>
  )
}

interface MessageFrameProps {
  id: string
  html: string
  attachments: readonly Attachment[]
  images: boolean
  title: string
  /** Hears the id of the message where it wants pictures from elsewhere. */
  onRemote: (id: string | undefined) => void
}

const lineHeight = 24
const mostGuessed = 480

/** That of its lines, were none of them long: what stands below moves little, and not at all below a short answer. */
function guessedHeight(html: string): number {
  const lines = html.match(/<\/(?:p|div|li|tr|h\d)>|<br/gi)?.length ?? 1
  return Math.min(mostGuessed, lines * lineHeight)
}

/** May show one message after another: to make a frame takes longer than to fill it. */
function MessageFrame({ id, html, attachments, images, title, onRemote }: MessageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState(0)
  const [measured, setMeasured] = useState<{ id: string; height: number }>()
  const height = measured?.id === id ? measured.height : (heights.get(id) ?? guessedHeight(html))

  // Before it is painted: nobody sees what stood in the frame before.
  useLayoutEffect(() => {
    const inside = frame.current?.contentDocument
    // A frame that was moved begins anew, empty and under our own policy, and says when it has loaded.
    if (loaded === 0 || !inside?.defaultView || inside.URL === "about:blank") return
    const message = cleanMessage(html, { frame: inside.defaultView, images, words })
    inside.body.replaceChildren(message.content)
    if (images) loadPictures(inside.body)
    const letGo = showOwnPictures(inside.body, attachments, words.picture)
    onRemote(message.hasRemote ? id : undefined)
    inside.documentElement.toggleAttribute("data-paper", message.hasOwnColours)
    const paint = () => {
      inside.documentElement.dataset["scheme"] = message.hasOwnColours ? "light" : shownScheme()
    }
    paint()
    const unfollow = followShownScheme(paint)
    const unhear = hearKeys(inside)
    const unfollowPresses = followPresses(inside)
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(inside.body.getBoundingClientRect().height)
      // One that is not shown has none.
      if (height === 0) return
      heights.set(id, height)
      afterPress(() => setMeasured({ id, height }))
    })
    observer.observe(inside.body)
    return () => {
      observer.disconnect()
      letGo()
      unhear()
      unfollowPresses()
      unfollow()
    }
  }, [loaded, html, attachments, images, id, onRemote])

  return (
    <iframe
      ref={frame}
      className={styles["frame"]}
      src={images ? "/message-with-images" : "/message"}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      height={height}
      onLoad={() => setLoaded((times) => times + 1)}
    />
  )
}
