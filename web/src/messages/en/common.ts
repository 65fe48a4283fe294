export const common = {
  "failure.title": "This could not be loaded",
  "failure.offline": "The desk does not answer. It is tried again by itself.",
  "failure.retry": "Try again",
  "failure.reference": "Reference {id}",

  "live.reconnecting": "Reconnecting …",

  "time.now": "now",
} as const
