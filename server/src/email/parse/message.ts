/** What was understood of a raw message. All of it is untrusted words of a stranger, cleaned and bounded. */
export interface ParsedMessage {
  /** Of the header, without brackets. */
  messageId: string | undefined
  inReplyTo: string[]
  /** The last 50. */
  references: string[]
  /** Of the From field; undefined where no address can be seen in it. */
  from: MailAddress | undefined
  replyTo: MailAddress[]
  to: MailAddress[]
  cc: MailAddress[]
  subject: string
  /** As it was written. */
  date: string | undefined
  /** Lower-case names; the values of each in the order of the message, decoded. At most 500 of them, and 100 kB. */
  headers: [name: string, value: string][]
  /** What is shown: sanitised HTML, of the HTML part, else of the text. Pictures of the message itself are `cid:` ones. */
  body: string
  /** The plain text of the message, its own or made of the HTML: for search and for who prefers it. */
  text: string
  attachments: ParsedAttachment[]
  /** What a mail server says of a mail that did not arrive (RFC 3464). */
  report: DeliveryReport | undefined
  /** What makes it suspect or ambiguous. */
  flags: MessageFlag[]
  /** Why it could not be fully read; the body then says so, with what can be shown safely. */
  incomplete: Incomplete | undefined
}

export interface MailAddress {
  name: string
  /** The domain in lower case and ASCII. */
  address: string
}

export interface ParsedAttachment {
  filename: string
  mimeType: string
  contents: Uint8Array
  /** Without brackets. */
  contentId: string | undefined
  /** It is shown inside the text, and is a picture. */
  inline: boolean
}

export type MessageFlag =
  | "several_from"
  | "repeated_header"
  | "ambiguous_boundary"
  | "no_message_id"
  | "no_sender"
  | "unclear_sender"
  | "odd_date"
  | "name_is_address"
  | "mixed_scripts"
  | "undecodable_part"
  | "encrypted"
  | "remote_pictures"

export type Incomplete =
  | "too_deep"
  | "too_many_parts"
  | "headers_too_large"
  | "too_slow"
  | "unreadable"
  | "text_too_long"

export interface DeliveryReport {
  recipients: {
    address: string
    action: "failed" | "delayed" | "delivered" | "relayed" | "expanded"
    /** Such as `5.1.1`. */
    status: string
    /** What the other side said, shortened. */
    diagnostic: string
  }[]
  /** Message-IDs and envelope names of the mail that it is about, as they stand in it. */
  names: string[]
}
