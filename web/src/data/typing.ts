import { useEffect, useState } from "react"

/** So long after the last key the desk is asked, unless it is said. */
const usualPauseMs = 150

/** What is typed, once the keys have paused for so long. */
export function usePause(typed: string, pauseMs = usualPauseMs): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return paused
}

/** Lower case, without accents. */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
}

/** Whether every word that is typed stands in it. */
export function hasWords(text: string, typed: string): boolean {
  const within = folded(text)
  return folded(typed)
    .split(/\s+/)
    .every((word) => within.includes(word))
}
