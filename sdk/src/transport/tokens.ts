import type { TokenAnswer, TokenScope } from "@deskhand/contract/people/auth"
import { jsonOf, type TokenSource, type Transport } from "./transport.ts"

export type Credentials = PersonalCredentials | AppCredentials | RefreshCredentials | SessionCredentials

/** A page of the desk itself: the browser sends the cookie of who is signed in. */
export interface SessionCredentials {
  session: true
}

/** A personal access token, or an access token that somebody else keeps fresh. */
export interface PersonalCredentials {
  token: string
}

/** An app that acts for its owner: tokens are fetched as they are needed. */
export interface AppCredentials {
  clientId: string
  clientSecret: string
  /** Narrows what the tokens may do. */
  scope?: TokenScope
}

/** An app that acts for a person who allowed it, by the tokens that its authorization code was exchanged for. */
export interface RefreshCredentials {
  clientId: string
  /** Public apps have none. */
  clientSecret?: string
  refreshToken: string
  /** Where there is one still, it is used until it is refused. */
  accessToken?: string
  /** Called before the new tokens are used. Keep the refresh token then: the one before it is spent. */
  onRefresh?: (tokens: RefreshedTokens) => void | Promise<void>
}

export interface RefreshedTokens {
  accessToken: string
  refreshToken: string
}

export function tokenSource(credentials: Credentials, transport: Transport): TokenSource {
  if ("session" in credentials) return { current: async () => undefined, replace: async () => undefined }
  if ("token" in credentials) return { current: async () => credentials.token, replace: async () => undefined }
  if (!("refreshToken" in credentials))
    return new GrantedTokens(() => grantToApp(credentials, transport), transport.now)
  const { accessToken } = credentials
  const given = accessToken === undefined ? undefined : { token: accessToken, goodUntil: Number.POSITIVE_INFINITY }
  return new GrantedTokens(refreshing(credentials, transport), transport.now, given)
}

function grantToApp({ clientId, clientSecret, scope }: AppCredentials, transport: Transport): Promise<TokenAnswer> {
  return requestToken(transport, {
    repeatable: true,
    form: {
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope !== undefined && { scope }),
    },
  })
}

/** Not repeated after a 503: a refresh token that comes a second time counts as stolen and ends all of its family. */
function refreshing(credentials: RefreshCredentials, transport: Transport): () => Promise<TokenAnswer> {
  const { clientId, clientSecret, onRefresh } = credentials
  let { refreshToken } = credentials
  return async () => {
    const answer = await requestToken(transport, {
      repeatable: false,
      form: {
        grant_type: "refresh_token",
        client_id: clientId,
        ...(clientSecret !== undefined && { client_secret: clientSecret }),
        refresh_token: refreshToken,
      },
    })
    refreshToken = answer.refresh_token ?? refreshToken
    await onRefresh?.({ accessToken: answer.access_token, refreshToken })
    return answer
  }
}

async function requestToken(
  transport: Transport,
  request: { repeatable: boolean; form: Record<string, string> },
): Promise<TokenAnswer> {
  return jsonOf(await transport.send("POST", "/v2/oauth2/token", { anonymous: true, ...request }))
}

/** So that a token does not run out on its way. */
const expiryMarginMs = 60_000

interface Granted {
  token: string
  goodUntil: number
}

/** Tokens that run out. Requests that need a new one at the same time wait for the same grant. */
class GrantedTokens implements TokenSource {
  readonly #request: () => Promise<TokenAnswer>
  readonly #now: () => number
  #granted: Granted | undefined
  #granting: Promise<Granted> | undefined

  constructor(request: () => Promise<TokenAnswer>, now: () => number, granted?: Granted) {
    this.#request = request
    this.#now = now
    this.#granted = granted
  }

  async current(): Promise<string> {
    if (this.#granted && this.#now() < this.#granted.goodUntil) return this.#granted.token
    this.#granting ??= this.#grant().finally(() => {
      this.#granting = undefined
    })
    return (await this.#granting).token
  }

  async replace(refused: string): Promise<string> {
    if (this.#granted?.token === refused) this.#granted = undefined
    return this.current()
  }

  async #grant(): Promise<Granted> {
    const { access_token, expires_in } = await this.#request()
    const lifetimeMs = expires_in * 1_000
    const marginMs = Math.min(expiryMarginMs, lifetimeMs / 2)
    this.#granted = { token: access_token, goodUntil: this.#now() + lifetimeMs - marginMs }
    return this.#granted
  }
}
