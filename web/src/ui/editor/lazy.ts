import { lazyPart } from "../../data/lazy-part.ts"
import { openReadingRoom } from "./room.ts"

/** The editor and where it reads what is pasted. */
export const editor = lazyPart(async () => {
  const [{ Editor }, room] = await Promise.all([import("./Editor.tsx"), openReadingRoom()])
  return { Editor, room }
})
