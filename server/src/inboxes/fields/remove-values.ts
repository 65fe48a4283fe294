import type { Desk } from "../../http/route.ts"
import { deleteValues, findNextHolder, isFieldDeleted } from "./write-queries.ts"

/** Values that one statement looks at: far below the time that a statement has. */
const atOnce = 20_000

/**
 * Removes the values of a deleted field, in statements that keep out of everybody's way. It walks over the values of
 * all fields by conversation, because no index finds those of every length by their field. When it is cut off, it
 * begins again. Nobody can add one meanwhile: whoever gives values holds the field, and sees that it was deleted.
 */
export async function removeFieldValues({ db }: Desk, payload: unknown, signal: AbortSignal): Promise<void> {
  const { fieldId } = payload as { fieldId: number }
  if (!(await isFieldDeleted(db, fieldId))) return
  let from = 0
  for (let to = await findNextHolder(db, from, atOnce); to !== undefined; to = await findNextHolder(db, from, atOnce)) {
    signal.throwIfAborted()
    await deleteValues(db, { fieldId, from, to })
    from = to
  }
}
