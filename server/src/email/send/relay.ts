import { isIP } from "node:net"
import { hostname } from "node:os"
import type { Config } from "../../config.ts"
import { type Db, sql } from "../../db/db.ts"
import { addressRule } from "../../http/outgoing/addresses.ts"
import { resolveName } from "../../http/outgoing/resolve.ts"
import type { Desk } from "../../http/route.ts"
import { openSecret } from "../connections/secrets.ts"
import { RelayFailure } from "./outcome.ts"

export type Security = "tls" | "starttls" | "opportunistic" | "none"

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
  /** What this node calls itself. */
  name: string
  /** Where to connect to. Throws where the desk may not call. */
  address(signal: AbortSignal): Promise<string>
}

export type Login = { user: string; pass: string } | { user: string; accessToken: string }

/** The inbox's own where it has one, also when that does not work; else the operator's; undefined where there is none. */
export async function findRelay({ db, config }: Desk, inboxId: number | null): Promise<Relay | undefined> {
  const connection = inboxId === null ? undefined : await findConnection(db, inboxId)
  if (connection) return relayOf(connection, config)
  if (config.smtpUrl === undefined || (inboxId === null && config.mailFrom === undefined)) return undefined
  return operatorsRelay(config.smtpUrl, config)
}

interface ConnectionRow {
  id: number
  inbox_id: number
  kind: "smtp"
  host: string
  port: number
  security: Security
  auth: "password" | "oauth2" | "none"
  username: string
  secret: Buffer | null
  updated_at: Date
}

function findConnection(db: Db, inboxId: number): Promise<ConnectionRow | undefined> {
  return db.maybe(sql`
    select id, inbox_id, kind, host, port, security, auth, username, secret, updated_at from mail_connections
    where inbox_id = ${inboxId} and kind = 'smtp' and enabled`)
}

function relayOf(row: ConnectionRow, config: Config): Relay {
  const rule = addressRule(config)
  return {
    key: `${row.id}:${row.updated_at.getTime()}`,
    connectionId: row.id,
    host: row.host,
    port: row.port,
    security: row.security,
    login:
      row.auth === "none" ? undefined : async () => ({ user: row.username, pass: await passwordOf(row, config) }),
    name: nameOfNode(config),
    // Whoever manages an inbox names the host: it must not lead into the operator's own network.
    async address(signal) {
      const addresses =
        isIP(row.host) === 0 ? (await resolveName(row.host, config, signal)).map(({ address }) => address) : [row.host]
      if (!addresses.every(rule.mayCall)) throw forbidden(row.host)
      return addresses[0] ?? row.host
    },
  }
}

async function passwordOf(row: ConnectionRow, config: Config): Promise<string> {
  const { password = "" } = await openSecret(config, row).catch(() => {
    throw new RelayFailure("login", "The password that is kept cannot be read with the key of this node. Give it again")
  })
  return password
}

function forbidden(host: string): RelayFailure {
  const remedy = "Use a public address, or ask the operator of this desk (OUTGOING_ALLOW)"
  return new RelayFailure("address", `${host} may not be called. ${remedy}`)
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
    login: user === "" ? undefined : async () => ({ user, pass: password }),
    name: nameOfNode(config),
    address: async () => host,
  }
}

function nameOfNode({ publicUrl }: Config): string {
  return publicUrl === undefined ? hostname() : new URL(publicUrl).hostname
}
