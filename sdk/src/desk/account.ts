import type { Account as AccountShape, ChangedAccount } from "@deskhand/contract/people/account"
import type { FirstSteps } from "@deskhand/contract/people/setup"
import type { Transport } from "../transport/transport.ts"
import type { WriteOptions } from "../transport/writes.ts"

export type { AccountShape, ChangedAccount, FirstSteps }

/** The desk as a whole, for its administrators. */
export class Account {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  get(): Promise<AccountShape> {
    return this.#transport.read("/v2/account")
  }

  /** What is left out stays as it is. */
  change(account: ChangedAccount, options: WriteOptions = {}): Promise<void> {
    return this.#transport.put("/v2/account", account, options)
  }

  /** Which first steps of a new desk are done. */
  firstSteps(): Promise<FirstSteps> {
    return this.#transport.read("/v2/account/first-steps")
  }

  /** Deletes the sample conversations and what came with them. */
  deleteSamples(options: WriteOptions = {}): Promise<void> {
    return this.#transport.delete("/v2/account/sample-conversations", options)
  }
}
