import type { Role } from "@deskhand/contract/people/user"
import { createApp } from "../auth/oauth/apps.ts"
import { type Delegations, endDelegations } from "../auth/oauth/delegations.ts"
import { hashPassword, newOneTimePassword } from "../auth/sessions/passwords.ts"
import { linkTo, makeResetLink } from "../auth/sessions/resets.ts"
import { endAccess } from "../auth/sessions/sessions.ts"
import { issuePersonalToken } from "../auth/tokens/personal-tokens.ts"
import type { Config } from "../config.ts"
import { type Db, sql } from "../db/db.ts"
import { refusal } from "../errors.ts"
import { ownOrigin } from "../http/origin.ts"
import { isWithin, type Scope } from "../http/viewer.ts"
import { withDatabase } from "./database.ts"

export interface TokenOptions {
  user?: string
  scope?: Scope
  readOnly?: boolean
}

/** Whoever can run this commands the whole desk already: a narrower default would protect nothing. */
export function printToken(config: Config, options: TokenOptions): Promise<void> {
  return withDatabase(config, async (db) => {
    const { id, role } = await findPerson(db, options.user)
    const widest = role === "owner" || role === "admin" ? "administration" : "full"
    const scope = options.readOnly ? "read-only" : (options.scope ?? widest)
    if (!isWithin(scope, widest)) throw refusal(`${options.user} is no admin, and so cannot have such a token.`)
    const { token } = await issuePersonalToken(db, { userId: id, name: "Command line", scope })
    process.stdout.write(`${token}\n`)
  })
}

export interface AppOptions {
  name: string
  user?: string
  redirectUri?: string[]
  public?: boolean
  administration?: boolean
}

export function printApp(config: Config, options: AppOptions): Promise<void> {
  return withDatabase(config, async (db) => {
    const { id } = await findPerson(db, options.user)
    const app = await createApp(db, {
      name: options.name,
      userId: id,
      redirectUris: options.redirectUri ?? [],
      public: options.public ?? false,
      administration: options.administration ?? false,
    })
    // The names that OAuth gives them, ready to be sent to the token endpoint.
    const printed = { client_id: app.clientId, client_secret: app.clientSecret }
    process.stdout.write(`${JSON.stringify(printed, null, 2)}\n`)
  })
}

export function printNewPassword(config: Config, options: { user?: string; keepTokens?: boolean }): Promise<void> {
  return withDatabase(config, async (db) => {
    const { id, email } = await findPerson(db, options.user)
    const password = newOneTimePassword()
    const hash = await hashPassword(password)
    const ended = await db.transaction(async (db) => {
      await db.run(sql`update users set password_hash = ${hash}, password_one_time = true, updated_at = now()
        where id = ${id}`)
      await endAccess(db, { userId: id, now: new Date() })
      return options.keepTokens ? undefined : endDelegations(db, { userId: id, now: new Date() })
    })
    process.stdout.write(`${password}\n`)
    process.stderr.write(`${email} chooses their own when they sign in with it. Their sessions have ended.\n`)
    if (ended) process.stderr.write(describeEnded(ended))
  })
}

function describeEnded({ personalTokens, apps }: Delegations): string {
  const tokens = personalTokens === 0 ? "" : `Personal tokens that have ended: ${personalTokens}.\n`
  const secrets = apps.length === 0 ? "" : `Apps that need a new secret: ${apps.join(", ")}.\n`
  return tokens + secrets
}

export function printResetLink(config: Config, email: string): Promise<void> {
  return withDatabase(config, async (db) => {
    const { id } = await findPerson(db, email)
    const link = await makeResetLink(db, { userId: id, now: new Date() }).catch(() => {
      throw refusal(`${email} is a system user, who never signs in`)
    })
    process.stdout.write(`${linkTo(ownOrigin(config), link)}\n`)
    process.stderr.write("It works once, for an hour, in place of any link made before.\n")
  })
}

interface PersonRow {
  id: number
  email: string
  role: Role
}

async function findPerson(db: Db, email: string | undefined): Promise<PersonRow> {
  const person = await db.maybe<PersonRow>(sql`
    select id, email, role from users where type <> 'team' and deactivated_at is null
      and ${email === undefined ? sql`role = 'owner'` : sql`lower(email) = lower(${email})`}`)
  if (person) return person
  throw refusal(
    email === undefined
      ? "This desk has no owner yet. Start it once with: npm start"
      : `Nobody here has the e-mail address ${email}. See who there is with: GET /v2/users`,
  )
}
