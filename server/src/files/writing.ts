/** What the thread that writes files is asked for. */
export interface Writing {
  id: number
  folder: string
  contents: Uint8Array
}

/** What it answers. */
export type Written = { id: number; key: string } | { id: number; problem: Problem }

/** An error loses its code on the way between threads. */
interface Problem {
  message: string
  code: string | undefined
}
