import type { NewConversation } from "@deskhand/contract/new-conversation"
import type { ChangedRouting } from "@deskhand/contract/routing"
import { DeskhandClient } from "./client.ts"

const conversation: NewConversation = {
  subject: "Late order",
  type: "email",
  mailboxId: 1,
  status: "active",
  customer: { email: "mary@example.com" },
  threads: [{ type: "customer", text: "Where is it?" }],
}

const routing: ChangedRouting = {
  state: "enabled",
  assignmentLimit: 10,
  assignmentMethod: "balanced",
  userIds: [2],
}

/** One call of every method that leads to an address of its own. */
const calls: ((desk: DeskhandClient) => Promise<unknown>)[] = [
  (desk) => desk.openapi(),
  (desk) => desk.conversations.list(),
  (desk) => desk.conversations.get(1),
  (desk) => desk.conversations.get(1, { version: 3 }),
  (desk) => desk.conversations.create(conversation),
  (desk) => desk.conversations.addCustomerThread(1, { text: "And?", customer: { id: 2 } }),
  (desk) => desk.conversations.patch(1, { op: "replace", path: "/status", value: "closed" }),
  (desk) => desk.conversations.delete(1),
  (desk) => desk.conversations.setTags(1, ["late"]),
  (desk) => desk.conversations.setFields(1, [{ id: 2, value: "blue" }]),
  (desk) => desk.conversations.snooze(1, { snoozedUntil: "2030-01-01T09:00:00Z" }),
  (desk) => desk.conversations.wake(1),
  (desk) => desk.conversations.routing(1),
  (desk) => desk.conversations.merge(1, [2]),
  (desk) => desk.conversations.forward(1, { text: "What do you say?", to: ["mary@example.com"] }),
  (desk) => desk.conversations.split(1, 2),
  (desk) => desk.conversations.threads(1).list(),
  (desk) => desk.conversations.threads(1, { version: 3 }).list(),
  (desk) => desk.conversations.threads(1).get(2),
  (desk) => desk.conversations.attachments(1).get(2),
  (desk) => desk.conversations.attachments(1).data(2),
  (desk) => desk.conversations.attachments(1).download(2),
  (desk) => desk.customers.list(),
  (desk) => desk.customers.byCursor.list(),
  (desk) => desk.customers.get(1),
  (desk) => desk.customers.address(1),
  (desk) => desk.customers.emails(1).list(),
  (desk) => desk.customers.phones(1).list(),
  (desk) => desk.customers.chats(1).list(),
  (desk) => desk.customers.socialProfiles(1).list(),
  (desk) => desk.customers.websites(1).list(),
  (desk) => desk.organizations.list(),
  (desk) => desk.organizations.get(1),
  (desk) => desk.organizations.customers(1).list(),
  (desk) => desk.organizations.conversations(1).list(),
  (desk) => desk.users.list(),
  (desk) => desk.users.me(),
  (desk) => desk.users.get(1),
  (desk) => desk.users.statuses.list(),
  (desk) => desk.users.create({ firstName: "Mary", lastName: "Moe", email: "mary@example.com" }),
  (desk) => desk.users.change(1, { jobTitle: "Agent" }),
  (desk) => desk.users.delete(1),
  (desk) => desk.users.status(1),
  (desk) => desk.users.setStatus(1, { status: "away" }),
  (desk) => desk.users.reassignment(1),
  (desk) => desk.users.setReassignment(1, { enabled: false }),
  (desk) => desk.systemUsers.list(),
  (desk) => desk.systemUsers.get(1),
  (desk) => desk.systemUsers.create({ firstName: "Helper" }),
  (desk) => desk.systemUsers.change(1, { firstName: "Helper" }),
  (desk) => desk.systemUsers.delete(1),
  (desk) => desk.teams.list(),
  (desk) => desk.teams.get(1),
  (desk) => desk.teams.create({ name: "First line" }),
  (desk) => desk.teams.change(1, { name: "First line" }),
  (desk) => desk.teams.delete(1),
  (desk) => desk.teams.changeMembers(1, { addedUserIds: [2] }),
  (desk) => desk.teams.members(1).list(),
  (desk) => desk.inboxes.list(),
  (desk) => desk.inboxes.get(1),
  (desk) => desk.inboxes.create({ name: "Help", email: "help@example.com" }),
  (desk) => desk.inboxes.change(1, { name: "Help" }),
  (desk) => desk.inboxes.delete(1),
  (desk) => desk.inboxes.setUsers(1, [2]),
  (desk) => desk.inboxes.folders(1).list(),
  (desk) => desk.inboxes.folders(1).get(2),
  (desk) => desk.inboxes.folders(1).create({ name: "Urgent", query: "tag:urgent" }),
  (desk) => desk.inboxes.folders(1).change(2, { name: "Urgent" }),
  (desk) => desk.inboxes.folders(1).delete(2),
  (desk) => desk.inboxes.fields(1).list(),
  (desk) => desk.inboxes.fields(1).get(2),
  (desk) => desk.inboxes.fields(1).create({ name: "Order", type: "number" }),
  (desk) => desk.inboxes.fields(1).change(2, { name: "Order" }),
  (desk) => desk.inboxes.fields(1).delete(2),
  (desk) => desk.inboxes.routing(1),
  (desk) => desk.inboxes.setRouting(1, routing),
  (desk) => desk.inboxes.savedReplies(1).list(),
  (desk) => desk.inboxes.savedReplies(1).get(2),
  (desk) => desk.inboxes.savedReplies(1).create({ name: "Thanks", text: "Thank you." }),
  (desk) => desk.inboxes.savedReplies(1).replace(2, { name: "Thanks", text: "Thank you." }),
  (desk) => desk.inboxes.savedReplies(1).delete(2),
  (desk) => desk.tags.list(),
  (desk) => desk.tags.get(1),
  (desk) => desk.tags.create({ name: "vip" }),
  (desk) => desk.tags.replace(1, { name: "vip" }),
  (desk) => desk.tags.delete(1),
  (desk) => desk.ratings.list(),
  (desk) => desk.ratings.get(1),
  (desk) => desk.webhooks.list(),
  (desk) => desk.webhooks.get(1),
  (desk) => desk.events.list(),
  // What answers here is no stream.
  (desk) =>
    desk.events
      .stream()
      .next()
      .catch(() => {}),
  (desk) => desk.personalTokens.list(),
  (desk) => desk.personalTokens.create({ name: "Script" }),
  (desk) => desk.personalTokens.delete(1),
]

/** What all the methods ask for, such as `GET /v2/tags/1`. */
export async function listRequests(): Promise<string[]> {
  const requests: string[] = []
  const record: typeof fetch = async (input, init) => {
    requests.push(`${init?.method} ${new URL(String(input)).pathname}`)
    return Response.json({ data: "" })
  }
  const desk = new DeskhandClient({ baseUrl: "https://desk.example", token: "secret", fetch: record })
  for (const call of calls) await call(desk)
  return requests
}
