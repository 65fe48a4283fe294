import type { FeedEvent } from "@deskhand/sdk/client"

/** Which of what has been read may be wrong after an event, by the beginnings of their keys. */
export function staleAfter({
  event,
  conversationId,
  mailboxId,
  fromMailboxId,
  subjectId,
}: FeedEvent): readonly (readonly unknown[])[] {
  const noun = event.split(".")[0]
  switch (noun) {
    case "convo":
    case "message":
    case "widget":
    case "satisfaction": {
      const id = conversationId ?? subjectId
      if (event === "convo.followers.changed") return [["followers", id]]
      if (event === "convo.thread.sender") return [["mail", id]]
      if (event === "convo.thread.delivery") return [["threads", id], ["mail", id], ["mail-status"]]
      return [
        ["list"],
        // Only those of its inbox: who works in fifty would otherwise read fifty after every event.
        ...(mailboxId === undefined ? [["folders"]] : [["folders", mailboxId]]),
        ...(fromMailboxId === undefined ? [] : [["folders", fromMailboxId]]),
        ["counts"],
        ["unread"],
        ["conversation", id],
        ["threads", id],
        ["mail", id],
        ["others"],
        ["routing"],
        ...(event === "convo.agent.reply.created" ? [["first-steps"]] : []),
        // A merge brings followers along.
        ...(event === "convo.merged" ? [["followers", id]] : []),
      ]
    }
    case "read":
      return [["unread"]]
    case "customer":
      return [["customer", subjectId], ["customers"], ["organization"], ["list"], ["others"]]
    case "organization":
      return [["organization", subjectId], ["organizations"], ["customer"], ["customers"]]
    case "customer-property":
      return [["customer-properties"], ["customer"]]
    case "organization-property":
      return [["organization-properties"], ["organization"]]
    case "tag":
      return [["tags"], ["list"], ["conversation"]]
    case "inbox":
      return [["inboxes"], ["fields"], ["folders"], ["list"], ["users", "of"], ["outgoing-status"]]
    case "custom-field":
      return [["fields", mailboxId], ["conversation"]]
    case "saved-reply":
      return [["saved-replies", mailboxId]]
    case "routing":
      return [["routing", mailboxId]]
    case "webhook":
      return [["webhooks"]]
    case "workflow":
      return [["workflows"]]
    case "mail":
      if (event === "mail.status.changed") return [["outgoing-status"], ["mail-status"]]
      if (event === "mail.message.held" || event === "mail.message.decided")
        return [["mail", conversationId], ["ledger"]]
      return [["mail-connections", mailboxId], ["mail-status", mailboxId], ["first-steps"]]
    case "bulk-action":
      return [["bulk-action", subjectId]]
    case "folder":
      return [mailboxId === undefined ? ["folders"] : ["folders", mailboxId]]
    case "view":
      return [["views"], ["counts"], ["list"]]
    case "user":
    case "team":
      return event === "user.status.changed"
        ? [["status", subjectId], ["routing"]]
        : [["assignees"], ["users"], ["teams"], ["session"], ["folders"], ["routing"], ["first-steps"]]
    case "account":
      // The sample conversations may be gone.
      return [["account"], ["session"], ["first-steps"], ["inboxes"], ["folders"], ["list"], ["counts"]]
    case "notifications":
      return [["notifications"]]
    case "preferences":
      return [["preferences"]]
    default:
      return []
  }
}
