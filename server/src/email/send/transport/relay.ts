import { hostname } from "node:os"
import type { Config } from "../../../config.ts"
import { sql } from "../../../db/db.ts"
import { OutgoingRefusal } from "../../../http/outgoing/failure.ts"
import type { Desk } from "../../../http/route.ts"
import { forgetToken } from "../../connections/access-token.ts"
import { credentialsOf } from "../../connections/credentials.ts"
import { MailFailure } from "../../connections/failure.ts"
import { locateServer } from "../../connections/locate.ts"
import { type ConnectionRow, findConnection } from "../../connections/queries.ts"
import { SecretUnreadable } from "../../connections/secrets.ts"
import { type FailureReason, RelayFailure } from "./outcome.ts"

export type Security = ConnectionRow["security"]

/** Through whom mail goes out. */
export interface Relay {
  /** Another one where anything of it has changed. */
  key: string
  /** Null for the operator's own. */
  connectionId: number | null
  host: string
  port: number
  security: Security
  login: (() => Promise<Login>) | undefined
  /** For after the relay has refused an access token: the next attempt signs in with another. */
  forgetLogin?(): Promise<void>
  /** What was last seen of it. */
  state: ConnectionRow["state"]
  lastSuccessAt: Date | null
  /** What this node calls itself. */
  name: string
  /** Where to connect to. Throws where the desk may not call. */
  address(signal: AbortSignal): Promise<string>
}

export type Login = { user: string; pass: string } | { user: string; accessToken: string }

/** Why a notice was dropped. */
export const noRelay = "There is no relay"

/** The inbox's own where it has one, also when that does not work; else the operator's; undefined where there is none. */
export async function findRelay(desk: Desk, inboxId: number | null): Promise<Relay | undefined> {
  const { db, config } = desk
  const connection = inboxId === null ? undefined : await findConnection(db, inboxId, "smtp")
  if (connection?.enabled) return relayOf(desk, connection)
  if (config.smtpUrl === undefined || (inboxId === null && config.mailFrom === undefined)) return undefined
  const health = await db.one<{ state: ConnectionRow["state"]; last_success_at: Date | null }>(
    sql`select state, last_success_at from operator_relay`,
  )
  const { state, last_success_at: lastSuccessAt } = health
  return { ...operatorsRelay(config.smtpUrl, config), state, lastSuccessAt }
}

export function relayOf(desk: Desk, row: ConnectionRow): Relay {
  let given: Login | undefined
  const login = async () => {
    given = await explained(loginOf(desk, row), "login")
    return given
  }
  return {
    key: `${row.id}:${row.updated_at.getTime()}`,
    connectionId: row.id,
    host: row.host,
    port: row.port,
    security: row.security,
    state: row.state,
    lastSuccessAt: row.last_success_at,
    login: row.auth === "none" ? undefined : login,
    async forgetLogin() {
      if (given && "accessToken" in given) await forgetToken(desk, row, given.accessToken)
    },
    name: nameOfNode(desk.config),
    // Whoever manages an inbox names the host: it must not lead into the operator's own network.
    async address(signal) {
      const { addresses } = await explained(locateServer(desk, row, signal), "address")
      return addresses[0]?.address ?? row.host
    },
  }
}

async function loginOf(desk: Desk, row: ConnectionRow): Promise<Login> {
  return (await credentialsOf(desk, row)) ?? { user: row.username, pass: "" }
}

/** What says in our words that nobody was reached, says so to those who look after the inbox. */
async function explained<Found>(looking: Promise<Found>, reason: FailureReason): Promise<Found> {
  try {
    return await looking
  } catch (error) {
    if (error instanceof MailFailure || error instanceof OutgoingRefusal || error instanceof SecretUnreadable)
      throw new RelayFailure(reason, error.message, error)
    throw error
  }
}

export function operatorsRelay(given: string, config: Config): Relay {
  const url = new URL(given)
  const user = decodeURIComponent(url.username)
  const password = decodeURIComponent(url.password)
  const isTls = url.protocol === "smtps:"
  const asked = url.searchParams.get("security") as Security | null
  const host = url.hostname.replace(/^\[|\]$/g, "")
  return {
    key: `operator:${given}`,
    connectionId: null,
    host,
    port: url.port === "" ? (isTls ? 465 : 587) : Number(url.port),
    security: isTls ? "tls" : (asked ?? (user === "" ? "opportunistic" : "starttls")),
    state: "new",
    lastSuccessAt: null,
    login: user === "" ? undefined : async () => ({ user, pass: password }),
    name: nameOfNode(config),
    address: async () => host,
  }
}

function nameOfNode({ publicUrl }: Config): string {
  return publicUrl === undefined ? hostname() : new URL(publicUrl).hostname
}
