import type { NewConversation } from "@deskhand/contract/new-conversation"
import { DeskhandClient } from "./client.ts"

const conversation: NewConversation = {
  subject: "Late order",
  type: "email",
  mailboxId: 1,
  status: "active",
  customer: { email: "mary@example.com" },
  threads: [{ type: "customer", text: "Where is it?" }],
}

/** One call of every method that leads to an address of its own. */
const calls: ((desk: DeskhandClient) => Promise<unknown>)[] = [
  (desk) => desk.openapi(),
  (desk) => desk.conversations.list(),
  (desk) => desk.conversations.get(1),
  (desk) => desk.conversations.get(1, { version: 3 }),
  (desk) => desk.conversations.create(conversation),
  (desk) => desk.conversations.addCustomerThread(1, { text: "And?", customer: { id: 2 } }),
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
  (desk) => desk.users.status(1),
  (desk) => desk.systemUsers.list(),
  (desk) => desk.systemUsers.get(1),
  (desk) => desk.teams.list(),
  (desk) => desk.teams.members(1).list(),
  (desk) => desk.inboxes.list(),
  (desk) => desk.inboxes.get(1),
  (desk) => desk.inboxes.folders(1).list(),
  (desk) => desk.inboxes.fields(1).list(),
  (desk) => desk.inboxes.routing(1),
  (desk) => desk.inboxes.savedReplies(1).list(),
  (desk) => desk.inboxes.savedReplies(1).get(2),
  (desk) => desk.tags.list(),
  (desk) => desk.tags.get(1),
  (desk) => desk.tags.create({ name: "vip" }),
  (desk) => desk.tags.replace(1, { name: "vip" }),
  (desk) => desk.tags.delete(1),
  (desk) => desk.ratings.list(),
  (desk) => desk.ratings.get(1),
  (desk) => desk.webhooks.list(),
  (desk) => desk.webhooks.get(1),
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
