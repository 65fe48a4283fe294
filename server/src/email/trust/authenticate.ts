import ipaddr from "ipaddr.js"
import { type DKIMVerifyResult, dkimVerify, dmarc, spf } from "mailauth"
import type { Envelope } from "../receive/envelope.ts"
import { readServerResults } from "./authentication-results.ts"
import { countFields, type FieldCounts, isAmbiguous, withLineBreaks } from "./head.ts"
import { type Resolve, withinTime } from "./questions.ts"
import { undecided, type Verdict, type Verdicts, verdictOf } from "./verdicts.ts"

export interface Question {
  raw: Uint8Array
  envelope: Envelope
  /** Of DNS; those of the system where there are none. */
  servers: string[]
  now: number
  limitMs: number
}

/** Runs in a thread of its own (`judge-in-worker.ts`), because it takes as long as the message wants. */
export async function authenticate({ raw, envelope, servers, now, limitMs }: Question): Promise<Verdicts> {
  const given = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const counts = countFields(given)
  if (!counts) return { ...undecided, spf: "none", dkim: "permerror", dmarc: "permerror" }
  const message = withLineBreaks(given)
  const server = envelope.imap?.trustedServer
  const theirs = server === undefined ? {} : readServerResults(given, server)
  return withinTime({ servers, limitMs, now }, async (resolver) => {
    const [sent, signed] = await Promise.all([
      theirs.spf ?? judgeSender(envelope, resolver),
      dkimVerify(message, { resolver, rejectRsaSha1: true, curTime: new Date(now) }),
    ])
    const signatures = signed.results.filter(coversAll)
    const result = await dmarc({
      headerFrom: signed.headerFrom,
      fromFields: signed.fromFields,
      spfDomains: sent?.verdict === "pass" && sent.domain !== "" ? [sent.domain] : [],
      dkimDomains: signatures.filter(holds).flatMap(({ signingDomain: domain }) => (domain ? { domain } : [])),
      resolver,
    })
    const domain = domainOf(signed.headerFrom[0] ?? "")
    const said = theirs.dmarc?.domain === domain ? theirs.dmarc.verdict : undefined
    const found = { sent, signatures, domain, result: result === false ? "none" : result.status.result }
    const verdicts = verdictsOf({
      spf: sent?.verdict ?? "none",
      dkim: theirs.dkim ?? bestOf(signatures),
      dmarc: said ?? dmarcOf(found),
      signed,
      signatures,
      counts,
    })
    const isUsed = said !== undefined || theirs.spf !== undefined || theirs.dkim !== undefined
    return { ...verdicts, ...(server !== undefined && isUsed && { judgedBy: server }) }
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
  domain: string
}

/**
 * Undefined where SPF cannot be known: only the transport knows who handed a message over, and a relay of our own says
 * nothing of who sends.
 */
async function judgeSender({ from, peer }: Envelope, resolver: Resolve): Promise<Sent | undefined> {
  if (from === undefined || !peer || !isPublic(peer.address)) return undefined
  const { domain, status } = await spf({
    sender: from,
    ip: peer.address,
    helo: peer.name ?? `[${peer.address}]`,
    resolver,
  })
  return { verdict: verdictOf(status.result), domain: domain ?? "" }
}

function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const range = ipaddr.process(address).range()
  return !["loopback", "private", "linkLocal", "uniqueLocal", "unspecified", "carrierGradeNat"].includes(range)
}

interface Policy {
  sent: Sent | undefined
  signatures: Signature[]
  /** The one in From. */
  domain: string
  result: string
}

/** A message fails only where all is known: with SPF or a key of that domain missing it might have passed. */
function dmarcOf({ sent, signatures, domain, result }: Policy): Verdict {
  const verdict = verdictOf(result)
  if (verdict !== "fail") return verdict
  const unanswered = [
    ...(sent?.verdict === "temperror" ? [sent.domain] : []),
    ...signatures.flatMap(({ status, signingDomain }) => (status.result === "temperror" ? (signingDomain ?? "") : [])),
  ]
  if (unanswered.some((one) => isRelated(one.toLowerCase(), domain))) return "temperror"
  return sent ? "fail" : "none"
}

function isRelated(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`)
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase()
}

interface Found {
  spf: Verdict
  dkim: Verdict
  dmarc: Verdict
  signed: DKIMVerifyResult
  signatures: Signature[]
  counts: FieldCounts
}

function verdictsOf({ spf, dkim, dmarc, signed, signatures, counts }: Found): Verdicts {
  const [from, ...more] = signed.headerFrom
  const verified =
    dmarc === "pass" && from !== undefined && more.length === 0 && signed.fromFields === 1 && !isAmbiguous(counts)
  return {
    spf,
    dkim,
    dmarc,
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
