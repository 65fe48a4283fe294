import type { Envelope } from "../receive/envelope.ts"

export type Verdict = "pass" | "fail" | "softfail" | "neutral" | "none" | "temperror" | "permerror"

/** What SPF, DKIM and DMARC say of a message, found out by ourselves: what it says of itself counts for nothing. */
export interface Verdicts {
  spf: Verdict
  dkim: Verdict
  dmarc: Verdict
  /** Domains whose signature holds, over the whole message. */
  signedBy: string[]
  /** The From address is proven: DMARC passes, for one From alone. */
  verified: boolean
}

export interface Judged {
  raw: Buffer
  envelope: Envelope
}
