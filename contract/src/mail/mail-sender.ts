import Type from "typebox"
import { Id, Links, OneOf, PageOf, Person, Timestamp } from "../common.ts"

export const SenderVerdict = OneOf(["trusted", "blocked"], {
  description: "Replies of a teammate from a trusted address need no proof; mail of a blocked sender goes to Spam",
})
export type SenderVerdict = Type.Static<typeof SenderVerdict>

/** A sender that somebody trusted or blocked when they decided about a held message. */
export const MailSender = Type.Object({
  id: Type.Integer(),
  sender: Type.String({ description: "In lower case: an address, or a domain with all domains below it" }),
  kind: OneOf(["address", "domain"]),
  verdict: SenderVerdict,
  createdAt: Timestamp,
  createdBy: Type.Optional(Person),
  _links: Links(["self"]),
})
export type MailSender = Type.Static<typeof MailSender>

export const MailSenderPage = PageOf("senders", MailSender)

export const MailSenderPath = Type.Object({ senderId: Id })
