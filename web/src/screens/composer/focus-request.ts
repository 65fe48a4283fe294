/** The conversation whose composer takes the focus when it is drawn: somebody goes on writing there. */
let wanted: number | undefined

export function requestFocus(conversationId: number): void {
  wanted = conversationId
}

/** True once. */
export function takeFocusRequest(conversationId: number): boolean {
  if (wanted !== conversationId) return false
  wanted = undefined
  return true
}
