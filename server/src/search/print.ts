import { plainField } from "./grammar.ts"
import type { Query, Range, Term, Text, Value } from "./tree.ts"

/** The canonical text of a query: parsing it gives the same tree, as long as it stays within the grammar's limits. */
export function printQuery(query: Query): string {
  switch (query.kind) {
    case "or":
      return query.parts.map(printQuery).join(" OR ")
    case "and":
      return query.parts.map((part) => bracketed(part, ["or"])).join(" AND ")
    case "not":
      return `NOT ${bracketed(query.part, ["or", "and"])}`
    case "term":
      return printTerm(query)
    case "resolved":
      throw new Error("A query is printed as it was parsed")
  }
}

function bracketed(query: Query, kinds: Query["kind"][]): string {
  return kinds.includes(query.kind) ? `(${printQuery(query)})` : printQuery(query)
}

function printTerm({ field, value }: Term): string {
  return field === undefined ? printValue(value) : `${printField(field)}:${printValue(value)}`
}

function printField(field: string): string {
  return plainField.test(field) ? field : printText({ kind: "phrase", text: field })
}

function printValue(value: Value): string {
  switch (value.kind) {
    case "any":
      return "*"
    case "range":
      return printRange(value)
    default:
      return value.prefix ? `${printText(value)}*` : printText(value)
  }
}

function printRange({ from, to }: Range): string {
  const bound = (value: Text | undefined) => (value === undefined ? "*" : printText(value))
  return `${from.included ? "[" : "{"}${bound(from.value)} TO ${bound(to.value)}${to.included ? "]" : "}"}`
}

export function printText({ kind, text }: Pick<Text, "kind" | "text">): string {
  if (kind === "phrase") return `"${text.replace(/["\\]/g, "\\$&")}"`
  return /^(AND|OR|NOT|TO)$/.test(text) ? `\\${text}` : text.replace(/[\s()[\]{}"\\:*]/g, "\\$&")
}
