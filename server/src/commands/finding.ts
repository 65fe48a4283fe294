/** What the doctor says of one thing. */
export interface Finding {
  about: string
  /** What was found, when it is well. */
  well?: string
  /** What is wrong and how to fix it. */
  wrong?: string
  /** What may be wrong. Strangers can cause it, and so it does not make the doctor fail. */
  note?: string
}
