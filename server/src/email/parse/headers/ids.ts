import { nameInAddress } from "../../identity/names.ts"
import { limits } from "../limits.ts"
import { type Field, firstOf } from "./fields.ts"

/** Ids in brackets, in their order; what is too long to be one is dropped. */
export function readIds(field: string | undefined): string[] {
  // The last ones count, and nothing that is not read can cost anything.
  const end = (field ?? "").slice(-limits.fieldCharacters)
  return [...end.matchAll(/<([^<>\s]{1,998})>/g)].flatMap(([, id]) => (id === undefined ? [] : [wellFormed(id)]))
}

/** Some programs leave out the brackets. */
export function readMessageId(field: string | undefined): string | undefined {
  const [id] = readIds(field)
  if (id !== undefined || field === undefined) return id
  const bare = /^[^<>\s]+$/.test(field) ? field : undefined
  return bare !== undefined && bare.length <= limits.idCharacters ? wellFormed(bare) : undefined
}

function wellFormed(id: string): string {
  return id.replace(/\p{Cc}/gu, "").toWellFormed()
}

/**
 * By which a mail of ours is known again when it comes back: its id, the reference that it carries to itself where a relay
 * gave it another id, and the sender in its envelope. Other references name the mails before it.
 */
export function namesOf(fields: Field[]): string[] {
  const id = readMessageId(firstOf(fields, "message-id"))
  const last = readIds(firstOf(fields, "references")).at(-1)
  const reference = last !== undefined && nameInAddress(last)?.purpose === "reference" ? last : undefined
  const path = (firstOf(fields, "return-path") ?? "").replace(/^<|>$/g, "")
  const names = [id, reference, path.length > 254 ? undefined : path]
  return names.filter((name) => name !== undefined && name !== "") as string[]
}
