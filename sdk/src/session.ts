import type { Session as SessionSchema } from "@deskhand/contract/auth"
import type { NewSetup, Setup } from "@deskhand/contract/setup"
import type { Transport } from "./transport.ts"

export type SignedIn = SessionSchema
export type { NewSetup, Setup }

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

  /** Ends all other sessions. */
  async changePassword(currentPassword: string, newPassword: string): Promise<void> {
    await this.#transport.send("PUT", "/session/password", { json: { currentPassword, newPassword }, retry: false })
  }
}
