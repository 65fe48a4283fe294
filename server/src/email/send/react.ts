import type { Reaction } from "../../events/dispatch.ts"
import { accountMailIn } from "./account-mail.ts"
import { oweAutoReplies } from "./auto-replies.ts"
import { noticesIn } from "./notices.ts"
import { oweMail } from "./owe.ts"
import { repliesIn } from "./replies.ts"
import { tellUnmailable } from "./unmailable.ts"

/** Whatever happens that people elsewhere are to know is owed to them, in the transaction that hears of it. */
const mail: Reaction = {
  name: "mail",
  hears: [
    "convo.agent.reply.created",
    "convo.created",
    "convo.assigned",
    "convo.customer.reply.created",
    "convo.note.created",
    "convo.status",
    "convo.thread.delivery",
    "convo.thread.sender",
    "user.created",
    "user.password.reset",
    "webhook.disabled",
  ],
  async react(db, events, { now }) {
    const replies = await repliesIn(db, events)
    const owed = await oweMail(db, replies, now)
    await tellUnmailable(
      db,
      replies.filter((_, place) => owed.has(place)),
      now,
    )
    await oweAutoReplies(db, events, now)
    await oweMail(db, [...(await noticesIn(db, events, now)), ...(await accountMailIn(db, events))], now)
  },
}

export const mailReactions = [mail]
