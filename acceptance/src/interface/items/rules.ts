import type { Sections } from "./sections.ts"

export const rules = {
  authentication: {
    heading: "Authentication",
    items: {
      bearer: "every operation needs Authorization: Bearer with an OAuth access token",
      "acting user": "the owner of the token acts, where a write does not set user",
    },
  },
  events: {
    heading: "Events",
    items: {
      subscription: "events names one or more kinds; mailboxIds restricts, absent means all inboxes",
      notification: "true sends only the URI",
      payloadVersion: "V2",
      "chat widget": "2 kinds",
      conversation: "13 kinds",
      customer: "3 kinds",
      "survey and rating": "2 kinds",
      organization: "3 kinds",
      tag: "3 kinds",
      user: "1 kind",
    },
  },
  errors: {
    heading: "Errors",
    items: {
      "301 v2": "a merged conversation, for 60 days",
      "301 v3": "a merged conversation",
      "404 threads of a merged id": "thread list and thread creation",
      "404 after 60 days": "v2 read of a merged conversation",
      "412 created with too many threads": "more than 100",
      "412 full": "a thread for a conversation that has 99 or more",
      "412 old": "a thread for an old conversation where the account forbids it",
    },
  },
  limits: {
    heading: "Limits",
    items: {
      "threads per conversation": "100; adding is refused from 99 on",
      "merged redirect": "60 days",
      "firstName, lastName": "1 to 40",
      photoUrl: "200",
      jobTitle: "60",
      background: "200",
      location: "60",
      organization: "60",
      assignmentLimit: "1 to 100",
      "page size": "25 conversations and threads, 50 of the others",
    },
  },
  versioning: {
    heading: "Versioning",
    items: {
      prefix: "/v2, and /v3 for Get Conversation, List Threads, List Customers",
      "person types": "v3 reports the real type, v2 user for system_user",
      "link relations": "createdByUser on v3 conversations, createdByCustomer on v2 threads",
      "customer paging": "v3 by cursor with email and createdSince, v2 by page",
      payloadVersion: "V2 alone, the default",
      deprecated: "attachment link web for download, customer organization for organizationId",
    },
  },
} as const satisfies Sections
