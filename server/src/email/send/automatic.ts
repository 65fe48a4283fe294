import { type Db, sql } from "../../db/db.ts"
import { plainAddress } from "./compose/addresses.ts"

/** To one address, over all conversations and all its plus-variants. */
const mostInAnHour = 3
const mostInADay = 10

/** In one conversation, to whomever: two desks that answer one another stop after this. */
const mostInAConversation = 2

/** Whether one more automatic mail may go to this address. Whoever asks is alone: the cursor of the reaction is held. */
export async function mayAnswerAutomatically(
  db: Db,
  { address, conversationId, now }: { address: string; conversationId: number; now: Date },
): Promise<boolean> {
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const counted = await db.one<{ hour: number; day: number; here: number }>(sql`
    select count(*) filter (where sent_at > ${before(1)}) as hour, count(*) as day,
      (select count(*) from automatic_mail where conversation_id = ${conversationId}) as here
    from automatic_mail where address = ${plainAddress(address)} and sent_at > ${before(24)}`)
  return counted.hour < mostInAnHour && counted.day < mostInADay && counted.here < mostInAConversation
}

export async function noteAutomatic(
  db: Db,
  { address, conversationId, now }: { address: string; conversationId: number; now: Date },
): Promise<void> {
  await db.run(sql`insert into automatic_mail (address, conversation_id, sent_at)
    values (${plainAddress(address)}, ${conversationId}, ${now})`)
}

/** After a day they count for no address; a conversation that had two by then is over. */
export async function forgetAutomatic(db: Db, now: Date): Promise<void> {
  await db.run(sql`delete from automatic_mail where sent_at < ${new Date(now.getTime() - 30 * 86_400_000)}`)
}
