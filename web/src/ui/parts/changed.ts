import { useRef } from "react"

/** An attribute that changes with the value, so that styles can show it for a moment. Another thing begins without it. */
export function useChanged(value: unknown, thing?: number): { "data-changed"?: "odd" | "even" } {
  const written = JSON.stringify(value) ?? ""
  const last = useRef({ thing, written, count: 0 })
  if (last.current.thing !== thing) last.current = { thing, written, count: 0 }
  if (last.current.written !== written) last.current = { thing, written, count: last.current.count + 1 }
  const { count } = last.current
  return count === 0 ? {} : { "data-changed": count % 2 === 1 ? "odd" : "even" }
}
