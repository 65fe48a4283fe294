import { whenIdle } from "../desk/idle.ts"
import { loadEditor } from "../editor/lazy.ts"
import type { Writing } from "./Writing.tsx"

export interface WritingParts {
  Writing: typeof Writing
}

let loaded: WritingParts | undefined

/** The open composer; nothing until it has been fetched. */
export function writingNow(): WritingParts | undefined {
  return loaded
}

export async function loadWriting(): Promise<WritingParts> {
  const [{ Writing }] = await Promise.all([import("./Writing.tsx"), loadEditor()])
  loaded ??= { Writing }
  return loaded
}

/** In advance, when the browser has nothing else to do. */
export function prefetchWriting(): () => void {
  if (loaded) return () => {}
  return whenIdle(() => void loadWriting().catch(() => {}))
}
