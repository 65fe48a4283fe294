/** What the doctor says of one thing. */
export interface Finding {
  about: string
  /** What was found, when it is well. */
  well?: string
  /** What is wrong and how to mend it. */
  wrong?: string
}
