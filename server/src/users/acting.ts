import type { Db } from "../db/db.ts"
import { DeskError } from "../errors.ts"
import { administers, type Viewer } from "../http/viewer.ts"
import { refuseStranger } from "./assignable.ts"

/** In whose name something is written. */
export interface Acting {
  userId: number
  /** Who really does it, where that is somebody else. */
  performedById?: number
}

/**
 * The one that a request names as `user`, else the viewer. Others are named by owners, admins and apps that call with their
 * own secret, never by a light user, nor in a light user's name (ADR 66).
 */
export async function actingUser(
  db: Db,
  viewer: Viewer,
  { id, path, inboxId }: { id: number | undefined; path: string; inboxId: number },
): Promise<Acting> {
  if (id === undefined || id === viewer.userId) return { userId: viewer.userId }
  if (!mayActForOthers(viewer))
    throw new DeskError(
      403,
      "acting_user",
      "Only owners, admins and API apps write in the name of others. Leave `user` out, or send your own id.",
      { fields: [{ path, message: "must be you", rejectedValue: id, source: "JSON" }] },
    )
  await refuseStranger(db, { id, path }, inboxId)
  return { userId: id, performedById: viewer.userId }
}

function mayActForOthers(viewer: Viewer): boolean {
  return administers(viewer) || (viewer.isApp === true && viewer.role !== "light user")
}
