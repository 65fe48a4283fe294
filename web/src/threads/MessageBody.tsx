import { Image } from "lucide-react"
import { useEffect, useMemo, useRef, useState } from "react"
import { followShownScheme, shownScheme } from "../desk/scheme.ts"
import { hearKeys } from "../keyboard/shortcuts.ts"
import { text } from "../messages/text.ts"
import { Button } from "../parts/Button.tsx"
import styles from "./MessageBody.module.css"
import { type CleanMessage, cleanMessage } from "./sanitize.ts"

/** Heights as they were last measured, so that what is seen again does not jump. */
const heights = new Map<string, number>()

const words = {
  quoted: text("threads.quoted"),
  picture: (name: string) => (name === "" ? text("threads.images.unnamed") : text("threads.images.one", { name })),
}

interface MessageBodyProps {
  threadId: number
  html: string
  author: string
}

/**
 * What somebody wrote, in a frame whose own policy runs nothing and fetches nothing. Pictures from elsewhere come with
 * another document, whose policy lets pictures in, once a person has said so.
 */
export function MessageBody({ threadId, html, author }: MessageBodyProps) {
  const [images, setImages] = useState(false)
  const message = useMemo(() => cleanMessage(html, { images, words }), [html, images])
  return (
    <>
      {message.hasRemote && !images && (
        <p className={styles["blocked"]}>
          <Image size={14} aria-hidden /> {text("threads.images")}
          <Button look="quiet" onClick={() => setImages(true)}>
            {text("threads.images.show")}
          </Button>
        </p>
      )}
      <MessageFrame
        key={images ? "images" : "plain"}
        id={`${threadId}-${html.length}-${images}`}
        source={images ? "/message-with-images" : "/message"}
        title={text("threads.body", { name: author })}
        message={message}
      />
    </>
  )
}

interface MessageFrameProps {
  id: string
  source: string
  title: string
  message: CleanMessage
}

function MessageFrame({ id, source, title, message }: MessageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState(0)
  const [height, setHeight] = useState(heights.get(id) ?? 44)
  const { content, hasOwnColours } = message

  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (loaded === 0 || !inside) return
    inside.body.replaceChildren(inside.importNode(content, true))
    inside.documentElement.toggleAttribute("data-paper", hasOwnColours)
    const paint = () => {
      inside.documentElement.dataset["scheme"] = hasOwnColours ? "light" : shownScheme()
    }
    paint()
    const unfollow = followShownScheme(paint)
    const unhear = hearKeys(inside)
    const observer = new ResizeObserver(() => {
      const measured = Math.ceil(inside.body.getBoundingClientRect().height)
      heights.set(id, measured)
      setHeight(measured)
    })
    observer.observe(inside.body)
    return () => {
      observer.disconnect()
      unhear()
      unfollow()
    }
  }, [loaded, content, hasOwnColours, id])

  return (
    <iframe
      ref={frame}
      className={styles["frame"]}
      src={source}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      height={height}
      onLoad={() => setLoaded((times) => times + 1)}
    />
  )
}
