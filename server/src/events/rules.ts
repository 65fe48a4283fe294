import { administers, type Viewer } from "../http/viewer.ts"
import type { EventRow } from "./queries.ts"

/**
 * Drafts and reads are their user's alone, and so are preferences, notifications, bulk actions and views that are not shared; webhooks and mail connections are for administrators; password resets are for the user and for administrators; what else belongs to no inbox is for all who may
 * read events.
 */
export function mayHear(viewer: Viewer, event: EventRow): boolean {
  if (event.kind === "convo.draft.changed" || event.kind === "read.changed")
    return event.user_id === viewer.userId && seesInbox(viewer, event)
  // Nobody is left who may see the inbox, and everybody may know that its number means nothing any more.
  if (event.kind === "inbox.deleted") return true
  if (/^(webhook|mail\.connection)\./.test(event.kind)) return administers(viewer)
  if (event.kind === "user.password.reset") return event.subject_id === viewer.userId || administers(viewer)
  if (event.kind === "bulk-action.updated") return event.user_id === viewer.userId
  if (event.kind === "preferences.updated" || event.kind === "notifications.updated")
    return event.subject_id === viewer.userId
  if (event.kind.startsWith("view.")) return event.data["shared"] === true || event.data["ownerId"] === viewer.userId
  return seesInbox(viewer, event) || maySee(viewer, event.from_inbox_id)
}

/** Who sees only the inbox that a conversation has left hears that it is gone, and nothing of where it is now. */
export function seesInbox(viewer: Viewer, event: EventRow): boolean {
  return event.inbox_id === null || maySee(viewer, event.inbox_id)
}

/** Owners and admins see every inbox, also one that has been deleted since. */
export function maySee(viewer: Viewer, inboxId: number | null): boolean {
  if (inboxId === null) return false
  return viewer.role === "owner" || viewer.role === "admin" || viewer.inboxIds.includes(inboxId)
}

/** Whether this viewer's rights may be others after it. */
export function concerns(viewer: Viewer, event: EventRow): boolean {
  if (event.kind.startsWith("inbox.")) return true
  return /^user\.(updated|deleted)$/.test(event.kind) && event.subject_id === viewer.userId
}

/** Where the thing that it happened to can be read, if anywhere. */
export function subjectPath({ kind, subject_id, inbox_id, conversation_id }: EventRow): string | undefined {
  if (kind.endsWith(".deleted") && conversation_id === null) return undefined
  const noun = kind === "satisfaction.ratings" ? "rating" : (kind.split(".")[0] ?? "")
  switch (noun) {
    case "convo":
    case "widget":
    case "message":
    case "read":
      return kind === "convo.deleted" ? undefined : `/v2/conversations/${conversation_id ?? subject_id}`
    case "customer":
    case "organization":
    case "tag":
    case "rating":
    case "bulk-action":
    case "view":
    case "webhook":
    case "workflow":
      return `/v2/${noun}s/${subject_id}`
    case "mail":
      if (kind.startsWith("mail.message.")) return `/v2/messages/${subject_id}`
      if (kind === "mail.status.changed")
        return inbox_id === null ? "/v2/mail-status" : `/v2/mailboxes/${inbox_id}/mail-status`
      return inbox_id === null ? undefined : `/v2/mailboxes/${inbox_id}/connections/${subject_id}`
    case "account":
      return "/v2/account"
    case "notifications":
      return "/v2/users/me/notifications"
    case "preferences":
      return "/v2/users/me/preferences"
    case "user":
      return kind === "user.status.changed" ? `/v2/users/${subject_id}/status` : `/v2/users/${subject_id}`
    case "team":
      return `/v2/teams/${subject_id}/members`
    case "inbox":
      return `/v2/mailboxes/${subject_id}`
    case "routing":
      return `/v2/mailboxes/${inbox_id ?? subject_id}/routing`
    case "custom-field":
      return inbox_id === null ? undefined : `/v2/mailboxes/${inbox_id}/fields`
    case "folder":
      return inbox_id === null ? undefined : `/v2/mailboxes/${inbox_id}/folders`
    case "saved-reply":
      return inbox_id === null ? undefined : `/v2/mailboxes/${inbox_id}/saved-replies/${subject_id}`
    default:
      return undefined
  }
}
