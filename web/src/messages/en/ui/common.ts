export const common = {
  "failure.title": "This could not be loaded",
  "failure.offline": "The desk can't be reached. Check your connection and try again.",
  "failure.retry": "Try again",
  "failure.reference": "Reference {id}",

  "live.offline": "You're offline. Showing what was loaded at {time}.",
  "live.reconnecting": "Reconnecting …",

  "time.now": "now",
} as const
