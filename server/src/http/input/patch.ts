import type { Patch, PatchOperation } from "@deskhand/contract/patch"
import { type DeskError, invalid } from "../../errors.ts"

/** An operation, and how an error names a part of it. */
export interface ReadOperation extends PatchOperation {
  /** Stands before the names of its parts, such as `[0].`; empty for one that came alone. */
  at: string
  refuse(part: "op" | "path" | "value", message: string): DeskError
}

export function operationsOf(patch: Patch): ReadOperation[] {
  return Array.isArray(patch)
    ? patch.map((operation, index) => readable(operation, `[${index}].`))
    : [readable(patch, "")]
}

function readable(operation: PatchOperation, at: string): ReadOperation {
  return {
    ...operation,
    at,
    refuse: (part, message) =>
      invalid({ path: `${at}${part}`, message, rejectedValue: operation[part], source: "JSON" }),
  }
}

/** What the operation asks for, read by the reader of its path. */
export function readBy<Wish>(
  readers: Record<string, (operation: ReadOperation) => Wish>,
  operation: ReadOperation,
): Wish {
  const read = Object.hasOwn(readers, operation.path) ? readers[operation.path] : undefined
  if (!read) throw operation.refuse("path", `must be one of ${Object.keys(readers).join(", ")}`)
  return read(operation)
}

/** An identifier, which may come as text. */
export function idIn({ value, refuse }: ReadOperation): number {
  const id = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof id === "number" && Number.isSafeInteger(id) && id >= 1) return id
  throw refuse("value", "must be an id")
}

export function wordIn<const Word extends string>({ value, refuse }: ReadOperation, words: readonly Word[]): Word {
  const found = words.find((word) => typeof value === "string" && word === value.toLowerCase())
  if (found === undefined) throw refuse("value", `must be ${words.join(", ")}`.replace(/, ([^,]*)$/, " or $1"))
  return found
}

/** A place in an order, from 0. */
export function placeIn({ value, refuse }: ReadOperation): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1_000_000) return value
  throw refuse("value", "must be a whole number from 0 to 1000000")
}

export function booleanIn({ value, refuse }: ReadOperation): boolean {
  if (value === true || value === "true") return true
  if (value === false || value === "false") return false
  throw refuse("value", "must be true or false")
}

/** Counted in characters as people count them; without `longest` as long as a body may be. */
export function textIn({ value, refuse }: ReadOperation, longest?: number): string {
  if (typeof value !== "string") throw refuse("value", "must be a text")
  if (value === "") throw refuse("value", "must not be empty")
  if (longest !== undefined && [...value].length > longest)
    throw refuse("value", `must have 1 to ${longest} characters`)
  return value
}

export function refuseOtherThan(operation: ReadOperation, ...ops: PatchOperation["op"][]): void {
  if (!ops.includes(operation.op)) throw operation.refuse("op", `must be ${ops.join(" or ")} for ${operation.path}`)
}
