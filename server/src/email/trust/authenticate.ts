import ipaddr from "ipaddr.js"
import { type DKIMVerifyResult, dkimVerify, dmarc, spf } from "mailauth"
import type { Envelope } from "../receive/envelope.ts"
import { countFields, type FieldCounts, isAmbiguous, withLineBreaks } from "./head.ts"
import { type Resolve, withinTime } from "./questions.ts"
import { undecided, type Verdict, type Verdicts } from "./verdicts.ts"

export interface Question {
  raw: Uint8Array
  envelope: Envelope
  /** Of DNS; those of the system where there are none. */
  servers: string[]
  now: number
  limitMs: number
}

/** Runs in a thread of its own (`judging.ts`), because it takes as long as the message wants. */
export async function authenticate({ raw, envelope, servers, now, limitMs }: Question): Promise<Verdicts> {
  const given = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const counts = countFields(given)
  if (!counts) return { ...undecided, spf: "none", dkim: "permerror", dmarc: "permerror" }
  const message = withLineBreaks(given)
  return withinTime({ servers, limitMs, now }, async (resolver) => {
    const [sent, signed] = await Promise.all([
      judgeSender(envelope, resolver),
      dkimVerify(message, { resolver, rejectRsaSha1: true, curTime: new Date(now) }),
    ])
    const signatures = signed.results.filter(coversAll)
    const policy = await dmarc({
      headerFrom: signed.headerFrom,
      fromFields: signed.fromFields,
      spfDomains: sent.verdict === "pass" && sent.domain !== undefined ? [sent.domain] : [],
      dkimDomains: signatures.filter(holds).flatMap(({ signingDomain: domain }) => (domain ? { domain } : [])),
      resolver,
    })
    return verdictsOf({
      sent: sent.verdict,
      signed,
      signatures,
      policy: policy === false ? "none" : policy.status.result,
      counts,
    })
  })
}

type Signature = DKIMVerifyResult["results"][number]

/** With `l=` anybody may add to the body what they like, so such a signature is none. */
function coversAll({ canonBodyLengthLimited }: Signature): boolean {
  return canonBodyLengthLimited !== true
}

function holds({ status }: Signature): boolean {
  return status.result === "pass"
}

interface Sent {
  verdict: Verdict
  domain?: string
}

/** Only the transport knows who handed a message over, and a relay of our own says nothing of who sends. */
async function judgeSender({ from, peer }: Envelope, resolver: Resolve): Promise<Sent> {
  if (from === undefined || !peer || !isPublic(peer.address)) return { verdict: "none" }
  const { domain, status } = await spf({
    sender: from,
    ip: peer.address,
    helo: peer.name ?? `[${peer.address}]`,
    resolver,
  })
  return { verdict: verdictOf(status.result), domain }
}

function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const range = ipaddr.process(address).range()
  return !["loopback", "private", "linkLocal", "uniqueLocal", "unspecified", "carrierGradeNat"].includes(range)
}

interface Found {
  sent: Verdict
  signed: DKIMVerifyResult
  signatures: Signature[]
  policy: string
  counts: FieldCounts
}

function verdictsOf({ sent, signed, signatures, policy, counts }: Found): Verdicts {
  const [from, ...more] = signed.headerFrom
  const verified =
    policy === "pass" && from !== undefined && more.length === 0 && signed.fromFields === 1 && !isAmbiguous(counts)
  return {
    spf: sent,
    dkim: bestOf(signatures),
    dmarc: verdictOf(policy),
    signedBy: [...new Set(signatures.filter(holds).flatMap(({ signingDomain }) => signingDomain?.toLowerCase() ?? []))],
    verified,
    ...(verified && { from: from.toLowerCase() }),
  }
}

const order: Verdict[] = ["pass", "temperror", "fail", "permerror", "neutral", "softfail", "none"]

/** One signature that holds is enough, whatever mailing lists did to the others. */
function bestOf(signatures: Signature[]): Verdict {
  const verdicts = signatures.map(({ status }) =>
    status.comment === "body hash did not verify" ? "fail" : verdictOf(status.result),
  )
  return order.find((verdict) => verdicts.includes(verdict)) ?? "none"
}

function verdictOf(result: string): Verdict {
  return order.find((verdict) => verdict === result) ?? "neutral"
}
