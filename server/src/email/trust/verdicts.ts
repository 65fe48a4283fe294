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
  /** The address that is proven, in lower case, as those who check signatures read it; only where it is. */
  from?: string
  /** The receiving server whose word this is, where an admin has named one. */
  judgedBy?: string
}

/** By the words of the standards; what is none of them says nothing either way. */
export function verdictOf(result: string, otherwise: Verdict = "neutral"): Verdict {
  return words.find((verdict) => verdict === result) ?? otherwise
}

const words: Verdict[] = ["pass", "fail", "softfail", "neutral", "none", "temperror", "permerror"]

export interface Judged {
  raw: Buffer
  envelope: Envelope
}

/** Of a message whose sender is checked after it was stored. */
export const pending: Verdicts = { spf: "none", dkim: "none", dmarc: "none", signedBy: [], verified: false }

/** Another attempt may say more: DNS did not answer, or not in time. */
export function isUndecided({ spf, dkim, dmarc, verified }: Verdicts): boolean {
  return !verified && [spf, dkim, dmarc].includes("temperror")
}

/** Of a message that nobody could look into in time. */
export const undecided: Verdicts = {
  spf: "temperror",
  dkim: "temperror",
  dmarc: "temperror",
  signedBy: [],
  verified: false,
}
