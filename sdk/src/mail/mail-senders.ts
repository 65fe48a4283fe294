import type { MailSender, MailSenderPage as PageSchema } from "@deskhand/contract/mail/mail-sender"
import type { Static } from "typebox"
import { List, type PageFilters } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import type { WriteOptions } from "../transport/writes.ts"

export type { MailSender }
export type MailSenderPage = Static<typeof PageSchema>

/** Senders of mail that somebody trusted or blocked. */
export class MailSenders extends List<PageFilters, MailSenderPage, MailSender> {
  constructor(transport: Transport) {
    super(transport, "/v2/mail-senders")
  }

  get(id: number): Promise<MailSender> {
    return this.transport.read(`/v2/mail-senders/${id}`)
  }

  /** Later mail of theirs is treated as anybody's. */
  delete(id: number, options: WriteOptions = {}): Promise<void> {
    return this.transport.delete(`/v2/mail-senders/${id}`, options)
  }
}
