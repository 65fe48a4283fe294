import type { Desk } from "../../http/route.ts"
import { accessTokenOf } from "./access-token.ts"
import type { ConnectionRow } from "./queries.ts"
import { openSecret } from "./secrets.ts"

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
