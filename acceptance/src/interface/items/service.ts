import type { Sections } from "./sections.ts"

/** "What the service does", and the conventions of its resources. */
export const service = {
  service: {
    heading: "What the service does",
    items: {
      conversations: "conversations of type chat, email or phone, in an inbox, with threads in order",
      customers: "customers with emails, phones, chats, social profiles, websites, properties, address",
      organizations: "organizations group customers by domain",
      "users and teams": "users and teams",
      "folders and routing": "folders and routing of each inbox",
      ratings: "satisfaction ratings belong to threads",
      statuses: "availability of each user for email and chat",
      webhooks: "webhooks tell a URL about events",
      mailbox: "the wire says mailbox for an inbox: in paths, parameters and fields",
      writes: "two specified operations write; every other one reads",
      HAL: "application/hal+json with _links, _embedded and, on lists, page",
    },
  },
  conventions: {
    heading: "Conventions of resources",
    items: {
      identifiers: "identifiers are integers",
      timestamps: "timestamps are ISO 8601 in UTC",
      absent: "a field without a value may be left out",
      links: "a link is {href}; a templated one has templated: true",
    },
  },
} as const satisfies Sections
