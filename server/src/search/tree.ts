import type { Sql } from "../db/db.ts"

/**
 * A query as it was understood. Nothing here knows what is searched: fields are the names that were written.
 * `at` is the offset of the node's first character in the text, counted from 0.
 */
export type Query = Conjunction | Disjunction | Negation | Term | Resolved

export interface Conjunction {
  kind: "and"
  parts: Query[]
  at: number
}

export interface Disjunction {
  kind: "or"
  parts: Query[]
  at: number
}

export interface Negation {
  kind: "not"
  part: Query
  at: number
}

export interface Term {
  kind: "term"
  /** As it was written; undefined for free text. */
  field: string | undefined
  value: Value
  at: number
}

/** A term whose names are resolved. The parser never returns one: the slice that searches makes it. */
export interface Resolved {
  kind: "resolved"
  /** The condition on rows of what is searched. */
  condition: Sql
  /**
   * The same for an index of words. An inexact one finds more, and each row must be tested. `rows` is about how many it finds,
   * where that is known better than from statistics.
   */
  words?: { words: string; exact: boolean; rows?: number }
  /** Reads more than the row itself, so that testing a row takes some time. */
  isDeep?: boolean
  /** The conversations' status is part of it. */
  namesStatus?: boolean
  /** The parameter of the list that asks for the same. */
  parameter?: { inboxIds: number[] } | { assigneeId: number }
  at: number
}

export type Value = Text | Range | Any

export interface Text {
  kind: "word" | "phrase"
  /** Without quotes and escapes. */
  text: string
  /** A word with `*` at its end: any word that starts with it. */
  prefix?: true
  at: number
}

export interface Range {
  kind: "range"
  from: Bound
  to: Bound
  at: number
}

/** One end of a range; without a value it is open. */
export interface Bound {
  value: Text | undefined
  included: boolean
}

/** A lone asterisk: there is a value, whatever it is. */
export interface Any {
  kind: "any"
  at: number
}

/** Joins parts that all, or of which any, must hold. Groups of the same kind inside each other are one group. */
export function joined(kind: "and" | "or", parts: Query[]): Query {
  const [first, ...others] = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]))
  if (first === undefined) throw new Error("A group has at least one part")
  return others.length === 0 ? first : { kind, parts: [first, ...others], at: first.at }
}

export function termsOf(query: Query): Term[] {
  return leavesOf(query).filter((leaf) => leaf.kind === "term")
}

export function leavesOf(query: Query): (Term | Resolved)[] {
  switch (query.kind) {
    case "term":
    case "resolved":
      return [query]
    case "not":
      return leavesOf(query.part)
    default:
      return query.parts.flatMap(leavesOf)
  }
}
