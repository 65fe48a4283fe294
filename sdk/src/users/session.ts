import type { ResetLinkState, Session as SessionSchema } from "@deskhand/contract/people/auth"
import type { NewSetup, Setup } from "@deskhand/contract/people/setup"
import { jsonOf, type Transport } from "../transport/transport.ts"

export type SignedIn = SessionSchema
export type { NewSetup, ResetLinkState, Setup }

/** Who is signed in on this page, for clients with `session: true`. */
export class Session {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Throws DeskhandError with the status 401 when nobody is. */
  get(): Promise<SignedIn> {
    return this.#transport.read("/session")
  }

  /** Whether the desk waits to be set up by whoever is signed in. */
  setup(): Promise<Setup> {
    return this.#transport.read("/session/setup")
  }

  /** Once, by the owner. */
  async setUp(setup: NewSetup): Promise<void> {
    await this.#transport.send("POST", "/session/setup", { json: setup, retry: false })
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.#transport.send("POST", "/session", { json: { email, password }, retry: false })
  }

  async signOut(): Promise<void> {
    await this.#transport.send("DELETE", "/session")
  }

  /** Ends all other sessions; with `endTokens` also personal tokens and apps that act for the user. */
  async changePassword(
    currentPassword: string,
    newPassword: string,
    options: { endTokens?: boolean } = {},
  ): Promise<void> {
    const json = { currentPassword, newPassword, ...options }
    await this.#transport.send("PUT", "/session/password", { json, retry: false })
  }

  /** The address to sign in with from now on. */
  async changeEmail(currentPassword: string, email: string): Promise<void> {
    await this.#transport.send("PUT", "/session/email", { json: { currentPassword, email }, retry: false })
  }

  /** A link to choose a new password is sent to whoever has this address; the answer is the same where nobody does. */
  async askForReset(email: string): Promise<void> {
    await this.#transport.send("POST", "/session/reset", { json: { email }, retry: false })
  }

  /** Whose link it is; 404 with the code `reset_link` where it has expired or was used. */
  async checkReset(token: string): Promise<ResetLinkState> {
    return jsonOf(await this.#transport.send("POST", "/session/reset/check", { json: { token }, retry: false }))
  }

  /** Ends all sessions of the user, and unless `keepTokens` is true their personal tokens and apps that act for them. */
  async resetPassword(token: string, newPassword: string, options: { keepTokens?: boolean } = {}): Promise<void> {
    await this.#transport.send("PUT", "/session/reset", { json: { token, newPassword, ...options }, retry: false })
  }
}
