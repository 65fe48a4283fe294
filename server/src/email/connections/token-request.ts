import type { Desk } from "../../http/route.ts"
import { MailFailure } from "./failure.ts"
import type { ConnectionRow } from "./queries.ts"
import type { Secret } from "./secrets.ts"

/** The request ends within this time, whatever the provider does. */
export const tokenRequestMs = 10_000

export interface GrantedToken {
  token: string
  seconds: number
  refreshToken: string | undefined
}

/** Exchanges the refresh token for an access token. Many providers end the refresh token with this and give another. */
export async function requestToken(
  desk: Desk,
  { oauth }: Pick<ConnectionRow, "oauth">,
  secret: Secret,
): Promise<GrantedToken> {
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
      limitMs: tokenRequestMs,
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

function granted(body: Buffer): GrantedToken {
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
