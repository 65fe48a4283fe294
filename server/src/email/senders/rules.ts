import type { SenderVerdict } from "@deskhand/contract/mail/mail-sender"

/**
 * The names under which a sender may have been trusted or blocked, the most exact first: the address, its domain, and
 * each domain above that. A top-level domain alone names nobody.
 */
export function namesOfSender(address: string): string[] {
  const lower = address.toLowerCase()
  const labels = labelsOf(lower)
  return [lower, ...labels.slice(0, -1).map((_, at) => labels.slice(at).join("."))]
}

/** Undefined where the address has no domain that can be blocked, such as `root@localhost`. */
export function domainOf(address: string): string | undefined {
  const labels = labelsOf(address.toLowerCase())
  return labels.length > 1 ? labels.join(".") : undefined
}

/** Of an address, by what is known of its names: the most exact name counts. */
export function verdictOn(address: string, known: ReadonlyMap<string, SenderVerdict>): SenderVerdict | undefined {
  const name = namesOfSender(address).find((name) => known.has(name))
  return name === undefined ? undefined : known.get(name)
}

function labelsOf(address: string): string[] {
  return address
    .slice(address.lastIndexOf("@") + 1)
    .split(".")
    .filter((label) => label !== "")
}
