/** Where the raw message can be read. */
export function pathToSource(messageId: number): string {
  return `/v2/messages/${messageId}/raw`
}

/** Ends what is shown of a message that could not be read. */
export function linkToSource(messageId: number): string {
  return `<p><a href="${pathToSource(messageId)}">The message as it came</a></p>`
}
