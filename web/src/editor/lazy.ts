import type { ComponentType } from "react"
import type { EditorProps } from "./Editor.tsx"
import { openReadingRoom, type ReadingRoom } from "./room.ts"

export interface LoadedEditor {
  Editor: ComponentType<EditorProps & { room: ReadingRoom }>
  room: ReadingRoom
}

let loaded: LoadedEditor | undefined
let loading: Promise<LoadedEditor> | undefined

/** Nothing until it has been fetched. */
export function editorNow(): LoadedEditor | undefined {
  return loaded
}

export function loadEditor(): Promise<LoadedEditor> {
  loading ??= Promise.all([import("./Editor.tsx"), openReadingRoom()]).then(
    ([{ Editor }, room]) => {
      loaded = { Editor, room }
      return loaded
    },
    (error: unknown) => {
      // Tried again with the next that is opened.
      loading = undefined
      throw error
    },
  )
  return loading
}
