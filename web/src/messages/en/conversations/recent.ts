export const recent = {
  "recent.label": "Opened recently",
  "recent.new": "New since you left",
} as const
