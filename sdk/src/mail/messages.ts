import type {
  MailMessageDetails,
  ReceivedQuery,
  ReceivedPage as ReceivedSchema,
} from "@deskhand/contract/mail/mail-ledger"
import type {
  InboundQuery,
  MailDecision,
  MailMessage,
  MailMessageQuery,
  MailMessagePage as PageSchema,
} from "@deskhand/contract/mail/mail-message"
import type { Static } from "typebox"
import { transferTimeoutMs } from "../conversations/attachments.ts"
import { toBase64 } from "../transport/base64.ts"
import { type Filters, List } from "../transport/list.ts"
import type { Transport } from "../transport/transport.ts"
import { type Created, type CreateOptions, createdOf, createHeaders } from "../transport/writes.ts"

export type { MailDecision, MailMessage, MailMessageDetails }
export type ReceivedFilters = Filters<ReceivedQuery>
export type ReceivedPage = Static<typeof ReceivedSchema>
export type MailMessagePage = Static<typeof PageSchema>

/** What SMTP says beside the message itself. */
export type MailEnvelope = Pick<InboundQuery, "from" | "to">

/** Mails that came, whichever inbox they came to, the newest first. */
export class Messages extends List<ReceivedFilters, ReceivedPage, MailMessage> {
  constructor(transport: Transport) {
    super(transport, "/v2/messages")
  }

  /** What became of it. */
  get(id: number): Promise<MailMessage> {
    return this.transport.read(`/v2/messages/${id}`)
  }

  /** Envelope, headers and verdicts. */
  details(id: number): Promise<MailMessageDetails> {
    return this.transport.read(`/v2/messages/${id}/details`)
  }

  /** The message as it came. One with a virus is not handed out: 403. */
  async raw(id: number): Promise<Uint8Array> {
    const response = await this.transport.send("GET", `/v2/messages/${id}/raw`, {
      headers: { Accept: "message/rfc822" },
      timeoutMs: transferTimeoutMs,
    })
    return new Uint8Array(await response.arrayBuffer())
  }

  /** Of one that could not be read, or of which nothing was made. */
  async rerun(id: number, options: CreateOptions = {}): Promise<void> {
    await this.transport.send("POST", `/v2/messages/${id}/rerun`, { headers: createHeaders(options) })
  }

  /** Of one that is held: it is accepted, to be written soon, or rejected. Refused where somebody else was faster: 409. */
  async decide(id: number, decision: MailDecision, options: CreateOptions = {}): Promise<void> {
    await this.transport.send("POST", `/v2/messages/${id}/decision`, {
      json: decision,
      headers: createHeaders(options),
    })
  }
}

/** Those of one inbox, the newest first. */
export class InboxMessages extends List<Filters<MailMessageQuery>, MailMessagePage, MailMessage> {
  readonly #inboxId: number

  constructor(transport: Transport, inboxId: number) {
    super(transport, `/v2/mailboxes/${inboxId}/messages`)
    this.#inboxId = inboxId
  }

  /** Hands a raw message over. It is kept from then on, and read soon. */
  async receive(raw: Uint8Array, { from, to, ...options }: MailEnvelope & CreateOptions = {}): Promise<Created> {
    const response = await this.transport.send("POST", `/v2/mailboxes/${this.#inboxId}/inbound`, {
      json: { raw: toBase64(raw), from, to },
      headers: createHeaders(options),
      timeoutMs: transferTimeoutMs,
    })
    return createdOf(response)
  }
}
