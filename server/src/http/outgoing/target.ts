import { isIP } from "node:net"
import type { Config } from "../../config.ts"
import { OutgoingRefusal } from "./failure.ts"

const mostCharacters = 2_048

/** A URL that the desk may call as far as its letters tell. */
export interface Target {
  href: string
  secure: boolean
  /** As `Host` and the certificate have it: without the brackets of IPv6. */
  host: string
  /** Undefined where the host is a name. */
  literal: string | undefined
  port: number
  path: string
}

/** The one place where a URL is read, for the check and for the call, so that both mean the same host. */
export function targetOf(given: string, config: Config): Target {
  if (given.length > mostCharacters) throw tooLong()
  if (!URL.canParse(given)) throw new OutgoingRefusal("It is not a URL. Give one like https://example.com/hook")
  const url = new URL(given)
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new OutgoingRefusal("Only http and https can be called. Give a URL like https://example.com/hook")
  if (url.username !== "" || url.password !== "")
    throw new OutgoingRefusal("A URL with a user name or password cannot be called. Leave them out")
  if (url.href.includes("#")) throw new OutgoingRefusal("A URL with a fragment cannot be called. Leave out the # part")
  const host = hostOf(url)
  const literal = isIP(host) === 0 ? undefined : host
  if (literal === undefined) {
    if (!isName(host)) throw new OutgoingRefusal(`${host} is not the name of a host`)
    url.hostname = host
  }
  if (url.href.length > mostCharacters) throw tooLong()
  const secure = url.protocol === "https:"
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port)
  refusePort(port, config)
  return { href: url.href, secure, host, literal, port, path: url.pathname + url.search }
}

/** The root's dot changes neither the name nor its addresses, and certificates do not have it. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$|\.$/g, "")
}

/** A host that stands alone, read as it would be in a URL, so that no spelling of an address evades the rules. */
export function hostIn(given: string): string {
  const written = isIP(given) === 6 ? `[${given}]` : given
  const isPlain = /^(\[[0-9a-f:.]+\]|[^\s/?#@:\\]+)$/i.test(written) && URL.canParse(`http://${written}/`)
  const host = isPlain ? hostOf(new URL(`http://${written}/`)) : ""
  if (host === "" || (isIP(host) === 0 && !isName(host)))
    throw new OutgoingRefusal(`${given.slice(0, 100)} is not the name of a host`)
  return host
}

function tooLong(): OutgoingRefusal {
  return new OutgoingRefusal(`The URL is longer than ${mostCharacters} characters. Give a shorter one`)
}

export function refusePort(port: number, { outgoingPorts }: Pick<Config, "outgoingPorts">): void {
  const isAllowed = outgoingPorts.some((entry) => {
    const [first = 0, last = first] = entry.split("-").map(Number)
    return port >= first && port <= last
  })
  if (!isAllowed)
    throw new OutgoingRefusal(
      `Port ${port} may not be called, only ${outgoingPorts.join(", ")}. Use one of these, or ask the operator of this desk (OUTGOING_PORTS)`,
    )
}

function isName(host: string): boolean {
  return host.length <= 253 && host.split(".").every((label) => /^[a-z0-9_-]{1,63}$/.test(label))
}
