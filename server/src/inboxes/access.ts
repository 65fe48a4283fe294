import { notFound } from "../errors.ts"
import type { Viewer } from "../http/viewer.ts"

/** What belongs to an inbox that the viewer may not see is not there for them, even where it is empty. */
export function refuseInvisible(viewer: Viewer, inboxId: number): void {
  if (!viewer.inboxIds.includes(inboxId)) throw notFound()
}
