import { createStore } from "../../data/store.ts"

/** A customer without an address can still be called and noted down. */
export interface KnownCustomer {
  id: number
  name: string
}

export interface NewConversationRequest {
  to?: string
  customer?: KnownCustomer
}

/** Set while somebody writes a new conversation. The screen that is open shows the dialog. */
export const newConversation = createStore<NewConversationRequest | undefined>(undefined)
