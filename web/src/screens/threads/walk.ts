import { useLocation } from "@tanstack/react-router"
import { type RefObject, useEffect, useRef } from "react"
import { focusGuard } from "../../ui/keyboard/moved-focus.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"

/** From one message to the next, as they stand on the screen. */
export function useThreadKeys(section: RefObject<HTMLElement | null>): void {
  const step = (by: 1 | -1) => {
    const articles = [...(section.current?.querySelectorAll<HTMLElement>("article:not([hidden])") ?? [])]
    const at = articles.findIndex((article) => article.contains(document.activeElement))
    const top = section.current?.getBoundingClientRect().top ?? 0
    // Nobody is there yet: the first whose end can be seen.
    const from =
      at === -1 ? articles.findIndex((one) => one.getBoundingClientRect().bottom > top) - (by === 1 ? 1 : 0) : at
    const next = articles[Math.min(articles.length - 1, Math.max(0, from + by))]
    if (next) goTo(next)
  }
  useShortcut("previousThread", () => step(-1))
  useShortcut("nextThread", () => step(1))
}

function goTo(article: HTMLElement): void {
  article.focus({ preventScroll: true })
  article.scrollIntoView({ block: "start" })
}

interface Reading {
  linked: number | undefined
  ids: readonly number[]
  hasEarlier: boolean
  readEarlier: () => void
}

/** The message that the address names. */
export function useLinkedId(): number | undefined {
  const hash = useLocation({ select: (location) => location.hash })
  const id = /^thread-(\d+)$/.exec(hash)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Goes to the message that is linked, and reads back to it where it is not there yet. */
export function useLinkedThread(
  section: RefObject<HTMLElement | null>,
  { linked, ids, hasEarlier, readEarlier }: Reading,
): void {
  const done = useRef<number>(undefined)
  const isThere = linked !== undefined && ids.includes(linked)
  useEffect(() => {
    if (linked === undefined || done.current === linked || ids.length === 0) return
    const article = isThere ? section.current?.querySelector<HTMLElement>(`#thread-${linked}`) : undefined
    if (!article) {
      if (hasEarlier) readEarlier()
      return
    }
    done.current = linked
    focusGuard.moved()
    return stayAt(article)
  }, [linked, isThere, ids.length, hasEarlier, readEarlier, section])
}

/** Messages above it still grow while they are drawn; it stays in place until somebody moves. */
function stayAt(article: HTMLElement): () => void {
  goTo(article)
  const observer = new ResizeObserver(() => article.scrollIntoView({ block: "start" }))
  if (article.parentElement) observer.observe(article.parentElement)
  const stop = () => {
    observer.disconnect()
    for (const kind of moves) document.removeEventListener(kind, stop, true)
  }
  for (const kind of moves) document.addEventListener(kind, stop, true)
  return stop
}

const moves = ["wheel", "pointerdown", "keydown", "touchstart"] as const
