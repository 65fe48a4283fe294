export const people = {
  "people.title": "People",
  "people.hint": "Who works here, with which role, and which inboxes they enter.",
  "people.none": "Nobody yet",
  "teams.title": "Teams",
  "teams.hint": "Groups that conversations can be assigned to.",
} as const
