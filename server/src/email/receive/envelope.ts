/** What the transport knows of a message, which nobody can put into its headers. */
export interface Envelope {
  /** Empty for the null sender. */
  from?: string
  to?: string[]
  /** Who handed it over. */
  peer?: { address: string; name?: string }
  imap?: {
    folder: string
    uidValidity: number
    uid: number
    /** Whose Authentication-Results are believed. */
    trustedServer?: string
  }
}
