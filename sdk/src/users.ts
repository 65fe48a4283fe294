import type { User } from "@deskhand/contract/user"
import type { Transport } from "./transport.ts"

export class Users {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The user whose token this is. */
  me(): Promise<User> {
    return this.#transport.read("/v2/users/me")
  }

  get(id: number): Promise<User> {
    return this.#transport.read(`/v2/users/${id}`)
  }
}
