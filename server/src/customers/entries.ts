import {
  mostEntries,
  NewChat,
  NewEmail,
  type NewEntry,
  NewPhone,
  NewSocialProfile,
  NewWebsite,
} from "@deskhand/contract/customers/new-customer"
import type { TSchema } from "typebox"
import { codeOf, type Db, type Sql, sql } from "../db/db.ts"
import { conflict, type DeskError, invalid } from "../errors.ts"
import { isAddress } from "../http/input/texts.ts"
import { type EntryKind, type EntryRow, tableOf } from "./queries.ts"

/** What of each kind a request may hold. */
export const entryShapes = {
  emails: NewEmail,
  phones: NewPhone,
  chats: NewChat,
  social_profiles: NewSocialProfile,
  websites: NewWebsite,
} satisfies Record<EntryKind, TSchema>

export const entryKinds = Object.keys(entryShapes) as EntryKind[]

/** As it is stored, or a refusal that names it by where its value stands. */
export function readEntry(kind: EntryKind, { id, value, type }: NewEntry, at: { value: string }): NewEntry {
  const text = value.trim().toWellFormed()
  if (text === "") throw refused(at.value, "must not be blank", value)
  if (kind === "emails" && !isAddress(text)) throw refused(at.value, "must be an e-mail address", value)
  return { ...(id !== undefined && { id }), value: text, ...(type !== undefined && { type }) }
}

/** A whole list, in which nothing stands twice. */
export function readEntries(kind: EntryKind, given: NewEntry[], path: string): NewEntry[] {
  const entries = given.map((entry, index) => readEntry(kind, entry, { value: `${path}[${index}].value` }))
  const keys = entries.map(keyOf(kind))
  for (const [index, key] of keys.entries())
    if (keys.indexOf(key) < index)
      throw refused(`${path}[${index}].value`, "stands in the list twice", entries[index]?.value)
  return entries
}

/** What makes two of them the same. A name in one network is somebody else in another. */
function keyOf(kind: EntryKind): (entry: NewEntry) => string {
  const named = kind === "chats" || kind === "social_profiles"
  return ({ value, type = "other" }) => `${value.toLowerCase()}${named ? `\n${type}` : ""}`
}

export function sameEntry(kind: EntryKind, entry: NewEntry): (other: NewEntry) => boolean {
  const key = keyOf(kind)
  return (other) => key(other) === key(entry)
}

export function listAllEntries(db: Db, kind: EntryKind, customerId: number): Promise<EntryRow[]> {
  const columns = kind === "websites" ? sql`id, value` : sql`id, value, type`
  return db.many(sql`select ${columns} from ${tableOf(kind)} where customer_id = ${customerId} order by id`)
}

/** Gives their ids, which grow in the order of the entries. */
export async function insertEntries(
  db: Db,
  kind: EntryKind,
  { customerId, entries }: { customerId: number; entries: NewEntry[] },
): Promise<number[]> {
  const ids: number[] = []
  for (const { value, type } of entries) {
    const typed = kind !== "websites" && type !== undefined
    const statement = typed
      ? sql`insert into ${tableOf(kind)} (customer_id, value, type) values (${customerId}, ${value}, ${type}) returning id`
      : sql`insert into ${tableOf(kind)} (customer_id, value) values (${customerId}, ${value}) returning id`
    ids.push((await refusingTaken(value, () => db.one<{ id: number }>(statement))).id)
  }
  return ids
}

/** What is left out stays. Gives whether there is such an entry. */
export async function updateEntry(
  db: Db,
  kind: EntryKind,
  {
    customerId,
    id,
    value,
    type,
  }: { customerId: number; id: number; value?: string | undefined; type?: string | undefined },
): Promise<boolean> {
  const typed: Sql = kind === "websites" ? sql`` : sql`, type = coalesce(${type ?? null}, type)`
  const changed = await refusingTaken(value ?? "", () =>
    db.run(sql`update ${tableOf(kind)} set value = coalesce(${value ?? null}, value) ${typed}
      where id = ${id} and customer_id = ${customerId}`),
  )
  return changed > 0
}

export async function deleteEntries(
  db: Db,
  kind: EntryKind,
  { customerId, ids }: { customerId: number; ids: number[] },
): Promise<number> {
  return db.run(sql`delete from ${tableOf(kind)} where customer_id = ${customerId} and id = any(${ids}::bigint[])`)
}

/**
 * Makes the list what is given. One that has the same value stays the same entry, then one that has the same id;
 * what is new comes last.
 */
export async function replaceEntries(
  db: Db,
  kind: EntryKind,
  { customerId, entries }: { customerId: number; entries: NewEntry[] },
): Promise<void> {
  const left = new Map((await listAllEntries(db, kind, customerId)).map((row) => [row.id, row]))
  const kept = new Map<NewEntry, number>()
  const keep = (entry: NewEntry, id: number | undefined) => {
    if (id !== undefined && left.delete(id)) kept.set(entry, id)
  }
  for (const entry of entries) keep(entry, [...left.values()].find(sameEntry(kind, entry))?.id)
  for (const entry of entries) if (!kept.has(entry)) keep(entry, entry.id)
  await deleteEntries(db, kind, { customerId, ids: [...left.keys()] })
  for (const [{ value, type }, id] of kept) await updateEntry(db, kind, { customerId, id, value, type })
  await insertEntries(db, kind, { customerId, entries: entries.filter((entry) => !kept.has(entry)) })
}

/** Says whose it is: everybody who may write customers sees all of them. */
export async function refuseTakenAddresses(
  db: Db,
  given: { value: string; path: string }[],
  customerId?: number,
): Promise<void> {
  const addresses = given.map(({ value }) => value)
  const taken = await db.many<{ address: string; customer_id: number }>(sql`
    select lower(value) as address, customer_id from customer_emails
    where lower(value) in (select lower(address) from unnest(${addresses}::text[]) as address)
      and customer_id is distinct from ${customerId ?? null}::bigint`)
  const owners = new Map(taken.map(({ address, customer_id: owner }) => [address, owner]))
  const fields = given.flatMap(({ value, path }) => {
    const owner = owners.get(value.toLowerCase())
    if (owner === undefined) return []
    return [{ path, message: `is an address of customer ${owner}`, rejectedValue: value, source: "JSON" as const }]
  })
  if (fields.length > 0)
    throw conflict("customer_email_taken", `${fields[0]?.rejectedValue} ${fields[0]?.message}`, fields)
}

/** One that the customer has already; those of others are refused before. */
async function refusingTaken<Result>(value: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) !== "23505") throw error
    throw conflict("customer_email_taken", `${value} is an address of a customer already`, [
      { path: "value", message: "is an address of a customer already", rejectedValue: value, source: "JSON" },
    ])
  }
}

export async function refuseTooMany(db: Db, kind: EntryKind, customerId: number): Promise<void> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from ${tableOf(kind)} where customer_id = ${customerId}`,
  )
  if (total > mostEntries) throw refused(kind.replace("_", "-"), `are more than ${mostEntries}, which is the most`)
}

function refused(path: string, message: string, rejectedValue?: unknown): DeskError {
  return invalid({ path, message, source: "JSON", ...(rejectedValue !== undefined && { rejectedValue }) })
}
