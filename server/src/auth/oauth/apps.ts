import { type Db, sql } from "../../db/db.ts"
import { refusal } from "../../errors.ts"
import { mayBeRedirectUri } from "../rules.ts"
import { hashOf, newClientId, newSecret } from "../secrets.ts"

export interface NewApp {
  name: string
  /** Whom its client_credentials tokens act for. */
  userId: number
  redirectUris: string[]
  /** Runs where it can keep no secret, such as a browser or a phone, and proves itself by PKCE. */
  public: boolean
  /** Whether its tokens may administer the desk, as far as their user may. */
  administration?: boolean
}

export interface CreatedApp {
  id: number
  clientId: string
  /** Shown this once; public apps have none. */
  clientSecret?: string
}

export async function createApp(db: Db, app: NewApp): Promise<CreatedApp> {
  const bad = app.redirectUris.find((uri) => !mayBeRedirectUri(uri))
  if (bad !== undefined)
    throw refusal(
      `The redirect URI ${bad} cannot be used. Give an https:// address, http://localhost, or a scheme of your own ` +
        "such as com.example.app:/signed-in; without a fragment, user or password.",
    )
  if (app.public && app.redirectUris.length === 0)
    throw refusal("An app without a secret needs a redirect URI: the code sent there is all it can sign in with.")
  const clientId = newClientId()
  const clientSecret = app.public ? undefined : newSecret("client")
  const { id } = await db.one<{ id: number }>(sql`
    insert into apps (name, client_id, client_secret_hash, redirect_uris, user_id, administration)
    values (${app.name}, ${clientId}, ${clientSecret === undefined ? null : hashOf(clientSecret)},
      ${app.redirectUris}, ${app.userId}, ${app.administration ?? false})
    returning id`)
  return { id, clientId, ...(clientSecret === undefined ? {} : { clientSecret }) }
}
