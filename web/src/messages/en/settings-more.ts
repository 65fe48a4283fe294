export const more = {
  "tags.title": "Tags",
  "tags.hint": "Names and colours of what conversations are marked with.",
  "properties.title": "Properties",
  "properties.hint": "What you keep of customers and organizations.",
  "webhooks.title": "Webhooks",
  "webhooks.hint": "Tell other programs what happens here, and see what they answered.",
  "tokens.title": "Tokens",
  "tokens.hint": "For programs that act for you.",
  "desk.title": "Desk",
  "desk.hint": "Its name, old conversations, how long things are kept.",
} as const
