import { fetched } from "../desk/fetched.ts"
import { editor } from "../editor/lazy.ts"

/** The open composer. */
export const writing = fetched(async () => {
  const [{ Writing }] = await Promise.all([import("./Writing.tsx"), editor.load()])
  return { Writing }
})
