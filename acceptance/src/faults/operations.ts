/** What is sent under load, and what each leaves in the database: all of it or nothing. */
export interface Operation {
  name: string
  request(token: string, target: Target): { method?: "PUT"; path: string; body: object }
  /** What success is answered with, unless it is 201. */
  answer?: 204
  leaves: Pieces
}

/** Where the writers write. */
export interface Target {
  inboxId: number
  /** One that was made and acknowledged before. */
  conversationId: number
  /** What it is tagged with, where nobody else changes that. */
  tags?: string[]
}

/** How many rows carry the token of one request, by kind. */
export type Pieces = Record<Kind, number>

export const kinds = [
  "conversations",
  "threads",
  "attachments",
  "tags",
  "customers",
  "events",
  "searchEntries",
  "lineItems",
  "keptAnswers",
] as const
export type Kind = (typeof kinds)[number]

export const nothing: Pieces = {
  conversations: 0,
  threads: 0,
  attachments: 0,
  tags: 0,
  customers: 0,
  events: 0,
  searchEntries: 0,
  lineItems: 0,
  keptAnswers: 0,
}

export const creating = "create a conversation"
/** Needs no key: again it changes nothing, as long as nobody else tags the same conversation. */
export const tagging = "set tags"

export const operations: Operation[] = [
  {
    name: creating,
    request: (token, { inboxId }) => ({
      path: "/v2/conversations",
      body: {
        subject: `Order ${token}`,
        type: "email",
        mailboxId: inboxId,
        status: "active",
        customer: { email: `${token}@faults.example` },
        tags: tagsOf(token),
        threads: [
          { type: "customer", text: `Where is ${token}?`, attachments: [fileOf(token)] },
          { type: "note", text: `Asked about ${token}` },
          { type: "reply", text: `On its way: ${token}` },
        ],
      },
    }),
    leaves: leaving({
      conversations: 1,
      threads: 3,
      attachments: 1,
      tags: 1,
      customers: 1,
      events: 1,
      searchEntries: 4,
    }),
  },
  {
    name: "add a customer's thread",
    request: (token, { conversationId }) => ({
      path: `/v2/conversations/${conversationId}/customer`,
      body: {
        text: `One more thing: ${token}`,
        customer: { email: `${token}@faults.example` },
        attachments: [fileOf(token)],
      },
    }),
    leaves: leaving({ threads: 1, attachments: 1, customers: 1, events: 1, searchEntries: 1 }),
  },
  {
    name: "reply",
    request: (token, { conversationId }) => ({
      path: `/v2/conversations/${conversationId}/reply`,
      body: { text: `Here is ${token}`, attachments: [fileOf(token)] },
    }),
    leaves: leaving({ threads: 1, attachments: 1, events: 1, searchEntries: 1 }),
  },
  {
    name: "add a note",
    request: (token, { conversationId }) => ({
      path: `/v2/conversations/${conversationId}/notes`,
      body: { text: `Seen ${token}`, attachments: [fileOf(token)] },
    }),
    leaves: leaving({ threads: 1, attachments: 1, events: 1, searchEntries: 1 }),
  },
  {
    name: tagging,
    request: (token, { conversationId, tags = [] }) => ({
      method: "PUT",
      path: `/v2/conversations/${conversationId}/tags`,
      body: { tags: [...tags, token] },
    }),
    answer: 204,
    leaves: { ...nothing, tags: 1, events: 1, lineItems: 1 },
  },
]

export function operationNamed(name: string): Operation {
  const operation = operations.find((candidate) => candidate.name === name)
  if (!operation) throw new Error(`There is no operation "${name}"`)
  return operation
}

/** With which a conversation is made. */
export function tagsOf(token: string): string[] {
  return ["faults", token]
}

/** Every POST is sent with a key, under which its answer is kept. */
function leaving(pieces: Partial<Pieces>): Pieces {
  return { ...nothing, keptAnswers: 1, ...pieces }
}

/** Contents that are nobody else's, so that a file cannot be there because of another request. */
export function contentsOf(token: string): string {
  return `Contents of ${token}\n`
}

function fileOf(token: string) {
  return { fileName: `${token}.txt`, mimeType: "text/plain", data: btoa(contentsOf(token)) }
}
