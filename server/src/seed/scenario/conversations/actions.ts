import type { NewConversation } from "../../insert/conversations.ts"
import { type Action, fromCustomer, lineItem, type NewThread } from "../../insert/threads.ts"
import type { Desk } from "../desk.ts"

/** Workflows have no table yet; nothing answers under this number. */
const workflow = 7001

/** One conversation to which everything happened that a line item can tell of. */
export function actionConversations({ clock, users, inboxes, customers }: Desk, originalConversation: number) {
  const actions: Record<string, Action> = {
    assigned: { type: "assigned", text: "Assigned to Ada Lovelace", entities: { user: users.ada } },
    unassigned: { type: "unassigned", text: "Unassigned", entities: { user: users.ada } },
    statusChanged: { type: "status-changed", text: "Marked as Pending" },
    moved: { type: "moved-from-mailbox", text: "Moved from Scenario Paging", entities: { inbox: inboxes.paging } },
    merged: { type: "merged", text: "Merged with another conversation", entities: { originalConversation } },
    split: { type: "split", text: "Split from another conversation", entities: { originalConversation } },
    forwarded: { type: "forwarded", text: "Forwarded" },
    tagsChanged: { type: "tags-changed", text: "Added the tag scenario-vip" },
    fieldsChanged: { type: "fields-changed", text: "Changed Plan to Plus" },
    customerChanged: { type: "customer-changed", text: "Changed the customer" },
    snoozed: { type: "snoozed", text: "Snoozed" },
    unsnoozed: { type: "unsnoozed", text: "Woken" },
    scheduled: { type: "scheduled", text: "Scheduled a reply" },
    unscheduled: { type: "unscheduled", text: "Unscheduled a reply" },
    deleted: { type: "deleted", text: "Deleted" },
    restored: { type: "restored", text: "Restored" },
    manualWorkflow: { type: "manual-workflow", text: "Ran Escalate", entities: { workflow, user: users.ada } },
    automaticWorkflow: { type: "automatic-workflow", text: "Ran Greet", entities: { workflow } },
    imported: { type: "imported", text: "Imported" },
    autoReplySent: { type: "auto-reply-sent", text: "Sent an automatic reply" },
    default: { type: "default", text: "Did something" },
  }
  const lineItems = Object.entries(actions).map(([name, action], index): [string, NewThread] => {
    const author = action.type === "automatic-workflow" ? users.system : users.ada
    return [name, lineItem(author, clock.ago({ days: 25, hours: -index }), action)]
  })
  return {
    everyAction: {
      inboxId: inboxes.support,
      customerId: customers.chinese,
      subject: "Everything happened",
      threads: {
        question: fromCustomer(clock.ago({ days: 26 }), "<p>What happened?</p>"),
        ...(Object.fromEntries(lineItems) as Record<string, NewThread>),
      },
    },
  } satisfies Record<string, NewConversation<string>>
}
