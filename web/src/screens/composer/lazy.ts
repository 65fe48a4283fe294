import { lazyPart } from "../../data/lazy-part.ts"
import { editor } from "../../ui/editor/lazy.ts"

/** The open composer. */
export const writing = lazyPart(async () => {
  const [{ Writing }] = await Promise.all([import("./Writing.tsx"), editor.load()])
  return { Writing }
})
