import type { Viewer } from "../http/viewer.ts"

/** Where an action is done, in whose name and when. */
export interface Acting {
  conversationId: number
  viewer: Viewer
  now: Date
  origin: string
  /** Nobody of the desk has it done. */
  automatic: boolean
}
