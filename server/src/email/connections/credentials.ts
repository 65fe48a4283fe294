import type { Database } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { MailFailure } from "./failure.ts"
import { type ConnectionRow, replaceSecret } from "./queries.ts"
import { openSecret, type Secret, sealSecret } from "./secrets.ts"

/** What to sign in with; undefined where nobody has to. */
export type Credentials = { user: string; pass: string } | { user: string; accessToken: string } | undefined

export async function credentialsOf(desk: Desk, connection: ConnectionRow): Promise<Credentials> {
  const user = connection.username
  switch (connection.auth) {
    case "none":
      return undefined
    case "password":
      return { user, pass: (await openSecret(desk.config, connection)).password ?? "" }
    case "oauth2":
      return { user, accessToken: await accessTokenOf(desk, connection) }
  }
}

/** Those of a desk by connection; nobody else is told them, and they end with the process. */
const tokens = new WeakMap<Database, Map<number, { token: string; of: Buffer | null; until: number }>>()

/** So that it does not end on the way. */
const marginMs = 60_000

async function accessTokenOf(desk: Desk, connection: ConnectionRow): Promise<string> {
  const known = tokens.get(desk.db)?.get(connection.id)
  const isSame = known?.of === connection.secret || (known?.of && connection.secret?.equals(known.of))
  if (known && isSame && known.until > desk.now().getTime() + marginMs) return known.token
  const secret = await openSecret(desk.config, connection)
  const { token, seconds, refreshToken } = await askForToken(desk, connection, secret)
  let of = connection.secret
  if (refreshToken !== undefined && refreshToken !== secret.refreshToken) {
    of = await sealSecret(desk.config, connection, { ...secret, refreshToken })
    await replaceSecret(desk.db, { id: connection.id, before: connection.secret, secret: of })
    connection.secret = of
  }
  if (!tokens.has(desk.db)) tokens.set(desk.db, new Map())
  tokens.get(desk.db)?.set(connection.id, { token, of, until: desk.now().getTime() + seconds * 1_000 })
  return token
}

/** The server would not take it: the next one to sign in asks for another. */
export function forgetToken({ db }: Pick<Desk, "db">, connectionId: number): boolean {
  return tokens.get(db)?.delete(connectionId) ?? false
}

interface Granted {
  token: string
  seconds: number
  refreshToken: string | undefined
}

async function askForToken(desk: Desk, { oauth }: ConnectionRow, secret: Secret): Promise<Granted> {
  if (oauth === null || secret.refreshToken === undefined)
    throw new MailFailure("sign-in", "There is no refresh token. Give one", { lasting: true })
  const form = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: secret.refreshToken,
    client_id: oauth.clientId,
    ...(secret.clientSecret !== undefined && { client_secret: secret.clientSecret }),
    ...(oauth.scope !== undefined && { scope: oauth.scope }),
  })
  const answer = await desk.outgoing
    .send({
      method: "POST",
      url: oauth.tokenUrl,
      headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
      body: form.toString(),
      limitMs: 10_000,
      mostBytes: 100_000,
    })
    .catch((error: Error) => {
      throw new MailFailure("sign-in", `The address for tokens could not be asked: ${error.message}`, { cause: error })
    })
  if (answer.status === 429 || answer.status >= 500)
    throw new MailFailure("sign-in", "The address for tokens does not work at the moment")
  if (answer.status !== 200)
    throw new MailFailure("sign-in", "The refresh token was not accepted. Let the owner of the account sign in again", {
      lasting: true,
    })
  return granted(answer.body)
}

function granted(body: Buffer): Granted {
  let read: Record<string, unknown> = {}
  try {
    read = Object(JSON.parse(body.toString()))
  } catch {
    // It has no token either.
  }
  const { access_token: token, expires_in: seconds, refresh_token: refreshToken } = read
  // What would break out of the line that it stands in is no token.
  if (typeof token !== "string" || !/^[\x21-\x7e]{1,16000}$/.test(token))
    throw new MailFailure("sign-in", "The address for tokens answered without one. Check it", { lasting: true })
  return {
    token,
    seconds: typeof seconds === "number" && seconds > 0 ? seconds : 3_600,
    refreshToken: typeof refreshToken === "string" && refreshToken !== "" ? refreshToken : undefined,
  }
}
