import type { LookupFunction } from "node:net"
import type { Located } from "../../http/outgoing/safe-fetch.ts"
import type { Desk } from "../../http/route.ts"
import { MailFailure } from "./failure.ts"
import type { ConnectionRow } from "./queries.ts"

/** What mail servers listen on, beside what OUTGOING_PORTS allows. */
export const mailPorts = [25, 143, 465, 587, 993, 2525] as const

export interface LocatedServer extends Located {
  /** For Node, which asks nobody else then: what was checked is what is connected to. */
  lookup: LookupFunction
}

type Place = Pick<ConnectionRow, "host" | "port" | "security" | "auth">

/** Asked anew before each connection, since a name may lead elsewhere by then. */
export async function locateServer(
  { outgoing }: Pick<Desk, "outgoing">,
  { host, port, security, auth }: Place,
  signal?: AbortSignal,
): Promise<LocatedServer> {
  const located = await outgoing.locate({ host, port, ports: mailPorts }, signal)
  if (security === "none" && auth !== "none" && !located.allowed)
    throw new MailFailure(
      "encrypt",
      "Passwords are sent unencrypted only to hosts inside your network that the operator has allowed (OUTGOING_ALLOW). Choose tls or starttls",
      { lasting: true },
    )
  const lookup: LookupFunction = (_name, { all }, callback) => {
    const { addresses } = located
    if (all) callback(null, addresses)
    else callback(null, addresses[0]?.address ?? "", addresses[0]?.family)
  }
  return { ...located, lookup }
}
