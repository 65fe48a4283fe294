import type { TokenAnswer } from "@deskhand/contract/auth"
import type { TokenSource, Transport } from "./transport.ts"

export type Credentials = { token: string } | ClientCredentials

export interface ClientCredentials {
  clientId: string
  clientSecret: string
}

export function tokenSource(credentials: Credentials, transport: Transport): TokenSource {
  if ("clientId" in credentials) return new GrantedTokens(credentials, transport)
  const { token } = credentials
  return { current: async () => token, replace: async () => undefined }
}

/** So that a token does not run out on its way. */
const expiryMarginMs = 60_000

interface Granted {
  token: string
  goodUntil: number
}

/** Tokens of an app. Requests that need one at the same time wait for the same grant. */
class GrantedTokens implements TokenSource {
  readonly #credentials: ClientCredentials
  readonly #transport: Transport
  #granted: Granted | undefined
  #granting: Promise<Granted> | undefined

  constructor(credentials: ClientCredentials, transport: Transport) {
    this.#credentials = credentials
    this.#transport = transport
  }

  async current(): Promise<string> {
    if (this.#granted && this.#transport.now() < this.#granted.goodUntil) return this.#granted.token
    return this.#grant()
  }

  async replace(refused: string): Promise<string> {
    if (this.#granted?.token === refused) this.#granted = undefined
    return this.current()
  }

  async #grant(): Promise<string> {
    this.#granting ??= this.#request().finally(() => {
      this.#granting = undefined
    })
    this.#granted = await this.#granting
    return this.#granted.token
  }

  async #request(): Promise<Granted> {
    const { clientId, clientSecret } = this.#credentials
    const response = await this.#transport.send("POST", "/v2/oauth2/token", {
      anonymous: true,
      form: { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret },
    })
    const answer = (await response.json()) as TokenAnswer
    const lifetimeMs = answer.expires_in * 1_000
    const marginMs = Math.min(expiryMarginMs, lifetimeMs / 2)
    return { token: answer.access_token, goodUntil: this.#transport.now() + lifetimeMs - marginMs }
  }
}
