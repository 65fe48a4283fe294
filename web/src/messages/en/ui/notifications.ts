/** For the worker, which is a program of its own: nothing else may import them, or it would need two files. */
export const notifications = {
  mentioned: "You were mentioned: {subject}",
  assigned: "Assigned to you: {subject}",
  replied: "{customer} replied: {subject}",
  noted: "New note: {subject}",
  undelivered: "Your reply could not be delivered: {subject}",
  followed: "News in a conversation you follow: {subject}",
  arrived: "{customer} wrote: {subject}",
  unnamed: "A customer",
  untitled: "(no subject)",
  body: "#{number} {preview}",
} as const
