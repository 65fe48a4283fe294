import { etagOf } from "@deskhand/sdk/client"
import { desk } from "../client.ts"
import { conflictIn, missingFrom } from "./change.ts"
import type { Change, Command, CommandResult, Conflict } from "./command.ts"
import { mainPartOf } from "./kinds.ts"

export interface SendOptions {
  /** Compares with the desk before it is sent: too much time has passed, or an earlier try may have arrived. */
  check: boolean
}

/** Sends a command to the desk. A bulk action is made once, whatever happens, because its id is its Idempotency-Key. */
export async function sendCommand(
  command: Command,
  { check, userId }: SendOptions & { userId: number },
): Promise<CommandResult | { conflict: Conflict }> {
  const { target, change, before } = command
  // Another person may have signed in with this browser, in another tab.
  if (check) await refuseOther(userId)
  if (command.bulk) return sendMany(command)
  const id = target.ids[0] ?? 0
  if (!check || !before) return sendOne(id, change)
  const found = await desk.conversations.get(id)
  // An earlier try has arrived, or somebody else wanted the same.
  if (missingFrom(found, change).length === 0) return {}
  const conflict = conflictIn(found, command)
  return conflict ? { conflict } : sendOne(id, change, etagOf(found))
}

async function refuseOther(userId: number): Promise<void> {
  const { user } = await desk.session.get()
  if (user.id !== userId) throw new Error("Another person is signed in")
}

async function sendMany({ id, target, change }: Command): Promise<CommandResult> {
  const { name, kind, value } = mainPartOf(change)
  if (!kind.sendMany) throw new Error(`No bulk action changes the ${name}`)
  const which = target.filters ? { filters: target.filters } : { conversationIds: [...target.ids] }
  const bulk = await desk.bulkActions.create({ ...kind.sendMany(value), ...which }, { idempotencyKey: id })
  return { bulkActionId: bulk.id }
}

async function sendOne(id: number, change: Change, ifMatch?: string): Promise<CommandResult> {
  const { name, kind, value } = mainPartOf(change)
  if (!kind.sendOne) throw new Error(`Only a bulk action changes the ${name}`)
  await kind.sendOne({ id, options: { ifMatch } }, value, change)
  return {}
}
