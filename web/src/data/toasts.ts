import { text } from "../messages/text.ts"
import { reasonOf } from "./client.ts"
import { afterPress } from "./press.ts"
import { createStore } from "./store.ts"

export interface Toast {
  id: number
  message: string
  tone: "done" | "failed"
  undo?: () => void
  /** How long it can be undone, where that ends by itself. */
  undoSeconds?: number
}

export const toasts = createStore<readonly Toast[]>([])

let lastId = 0

/** Long enough to read and to take back. */
const shownMs = 6_000

/** The way back from the last thing that has one. It is gone once somebody took it. */
let wayBack: (() => void) | undefined

/**
 * One thing is told at a time of what went well: the newest, beside what can still be called back. What failed stays
 * until it is dismissed.
 */
export function tell(message: string, more: Partial<Omit<Toast, "id" | "message">> = {}): void {
  const { tone = "done", undo, undoSeconds } = more
  const id = ++lastId
  if (undo) wayBack = undo
  toasts.set((before) => [
    ...before.filter((toast) => toast.tone === "failed" || toast.undoSeconds !== undefined),
    { id, message, ...more, tone },
  ])
  const dismissAfterPress = () => afterPress(() => dismiss(id))
  if (tone === "done") setTimeout(dismissAfterPress, undoSeconds === undefined ? shownMs : undoSeconds * 1_000)
}

/** In the desk's own words, or that it could not be reached. */
export function tellFailure(error: unknown, unreachable = text("failure.offline")): void {
  tell(text("action.failed", { reason: reasonOf(error, unreachable) }), { tone: "failed" })
}

export function dismiss(id: number): void {
  toasts.set((before) => before.filter((toast) => toast.id !== id))
}

/** By a button or a key; the key works until something else is done, also when nothing of it is shown any more. */
export function undo(back = wayBack): void {
  if (!back) return
  if (back === wayBack) wayBack = undefined
  toasts.set((before) => before.filter((toast) => toast.undo !== back))
  back()
}
