import { QueryProblem } from "./problem.ts"
import { type Bound, joined, type Query, type Range, type Term, type Text, type Value } from "./tree.ts"

export const limits = { characters: 2_048, clauses: 64, depth: 16 }

/** Text → tree, or a `QueryProblem`. NOT binds tightest, then AND (which may be left out), then OR. */
export function parseQuery(text: string): Query {
  if (text.length > limits.characters)
    throw new QueryProblem(limits.characters, `expected the end: a query has at most ${limits.characters} characters`)
  const unstorable = text.search(/\0|\p{Cs}/u)
  if (unstorable !== -1) throw new QueryProblem(unstorable, "expected a character that can be stored")
  return new Parser(text).parse()
}

class Parser {
  private readonly text: string
  private at = 0
  private depth = 0
  private clauses = 0

  constructor(text: string) {
    this.text = text
  }

  parse(): Query {
    const query = this.disjunction(undefined)
    this.skipSpace()
    if (this.at < this.text.length) throw this.expected("an opening bracket before the closing one")
    return query
  }

  /** Inside `field:( … )` every value belongs to the field. */
  private disjunction(field: string | undefined): Query {
    const parts = [this.conjunction(field)]
    while (this.takeOperator("OR")) parts.push(this.conjunction(field, "OR"))
    return joined("or", parts)
  }

  private conjunction(field: string | undefined, after?: string): Query {
    const parts = [this.negation(field, after)]
    for (;;) {
      if (this.takeOperator("AND")) parts.push(this.negation(field, "AND"))
      else if (this.atEndOfGroup() || this.isOperator("OR")) return joined("and", parts)
      else parts.push(this.negation(field))
    }
  }

  private negation(field: string | undefined, after?: string): Query {
    this.skipSpace()
    const at = this.at
    if (this.takeOperator("NOT")) return { kind: "not", part: this.nested(at, () => this.negation(field, "NOT")), at }
    if (this.text[at] === "(") return this.group(field)
    return field === undefined ? this.term(after) : this.fieldTerm({ field, at, after: after ?? `${field}:(` })
  }

  private group(field: string | undefined): Query {
    const at = this.at
    this.at++
    const query = this.nested(at, () => this.disjunction(field))
    this.skipSpace()
    if (this.text[this.at] !== ")") throw this.expected(`a closing bracket for the one at character ${at}`)
    this.at++
    return query
  }

  private nested<Result>(at: number, read: () => Result): Result {
    if (++this.depth > limits.depth)
      throw new QueryProblem(at, `expected at most ${limits.depth} levels of brackets and NOT`)
    const result = read()
    this.depth--
    return result
  }

  private term(after: string | undefined): Query {
    const at = this.at
    const first = this.text[at]
    if (first === '"') {
      const phrase = this.phrase()
      if (this.text[this.at] === ":" && phrase.text.trim() !== "") return this.valueOf(phrase.text, phrase.at)
      return this.counted({ kind: "term", field: undefined, value: phrase, at })
    }
    if (first === ":" || first === "[" || first === "{") throw this.expected(`a field name before ${first}`)
    if (!this.isOperator("AND") && !this.isOperator("OR")) {
      const word = this.word(":")
      if (word !== undefined && this.text[this.at] === ":") return this.afterColon(word)
      if (word !== undefined) return this.counted({ kind: "term", field: undefined, value: word, at })
    }
    throw this.expected(after === undefined ? "a term" : `a term after ${after}`)
  }

  private afterColon(name: Value): Query {
    const { at } = name
    const field = this.text.slice(at, this.at)
    if (name.kind === "any" && /^:\s*\*/.test(this.text.slice(this.at))) {
      this.at++
      this.skipSpace()
      return this.everything(at)
    }
    if (!plainField.test(field))
      throw new QueryProblem(at, "expected a field name before the colon; write \\: for the sign itself")
    return this.valueOf(field, at)
  }

  private valueOf(field: string, at: number): Query {
    this.at++
    this.skipSpace()
    return this.text[this.at] === "(" ? this.group(field) : this.fieldTerm({ field, at, after: `${field}:` })
  }

  /** `*:*`, as some clients ask for all there is. */
  private everything(at: number): Query {
    const value = this.word("")
    if (value?.kind !== "any") throw new QueryProblem(at, "expected a field name before the colon")
    return this.counted({ kind: "term", field: undefined, value, at })
  }

  private fieldTerm({ field, at, after }: { field: string; at: number; after: string }): Query {
    const first = this.text[this.at]
    if (first === '"') return this.counted({ kind: "term", field, value: this.phrase(), at })
    if (first === "[" || first === "{") return this.counted({ kind: "term", field, value: this.range(), at })
    const value = operators.some((operator) => this.isOperator(operator)) ? undefined : this.word("")
    if (value === undefined) throw this.expected(`a value after ${after}`)
    return this.counted({ kind: "term", field, value, at })
  }

  private counted(term: Term): Term {
    if (++this.clauses > limits.clauses)
      throw new QueryProblem(term.at, `expected the end: a query has at most ${limits.clauses} clauses`)
    return term
  }

  private range(): Range {
    const at = this.at
    const fromIncluded = this.text[this.at++] === "["
    const from = this.bound("a range starts with a value or *")
    this.skipSpace()
    if (!this.isOperator("TO")) throw this.expected("TO between the two ends of a range")
    this.at += 2
    const to = this.bound("a range ends with a value or *")
    this.skipSpace()
    const close = this.text[this.at]
    if (close !== "]" && close !== "}") throw this.expected(`] or } at the end of the range at character ${at}`)
    this.at++
    return {
      kind: "range",
      from: { value: from, included: fromIncluded },
      to: { value: to, included: close === "]" },
      at,
    }
  }

  private bound(meaning: string): Bound["value"] {
    this.skipSpace()
    const value = this.text[this.at] === '"' ? this.phrase() : this.isOperator("TO") ? undefined : this.word("")
    if (value === undefined) throw this.expected(`a value: ${meaning}`)
    if (value.kind === "word" && value.prefix) throw new QueryProblem(value.at, `expected no * here: ${meaning}`)
    return value.kind === "any" ? undefined : value
  }

  private phrase(): Text {
    const at = this.at
    let text = ""
    for (this.at++; this.at < this.text.length; this.at++) {
      const character = this.text[this.at]
      if (character === '"') {
        this.at++
        return { kind: "phrase", text, at }
      }
      if (character === "\\") this.at++
      text += this.text[this.at] ?? ""
    }
    throw this.expected(`a closing quote for the one at character ${at}`)
  }

  /** Up to white space, a bracket, a quote or `end`; undefined where none starts. */
  private word(end: string): Exclude<Value, Range> | undefined {
    const at = this.at
    let text = ""
    let asterisks = 0
    let endsInAsterisk = false
    for (; this.at < this.text.length; this.at++) {
      let character = this.text[this.at]!
      if (character === end || endsWord.test(character)) break
      endsInAsterisk = character === "*"
      if (endsInAsterisk) asterisks++
      if (character === "\\") {
        this.at++
        if (this.at === this.text.length) throw this.expected("a character after \\")
        character = this.text[this.at]!
      }
      text += character
    }
    if (this.at === at) return undefined
    if (asterisks > 0 && this.at - at === 1) return { kind: "any", at }
    if (asterisks === 1 && endsInAsterisk) return { kind: "word", text: text.slice(0, -1), prefix: true, at }
    if (asterisks > 0 && !(asterisks === 1 && text.startsWith("*@")))
      throw new QueryProblem(
        at,
        "expected * to stand alone, for any value, at the end of a word, or before @; write \\* for the sign itself",
      )
    return { kind: "word", text, at }
  }

  private takeOperator(operator: string): boolean {
    this.skipSpace()
    if (!this.isOperator(operator)) return false
    this.at += operator.length
    return true
  }

  private isOperator(operator: string): boolean {
    if (!this.text.startsWith(operator, this.at)) return false
    const next = this.text[this.at + operator.length]
    return next === undefined || endsWord.test(next)
  }

  private atEndOfGroup(): boolean {
    this.skipSpace()
    return this.at === this.text.length || this.text[this.at] === ")"
  }

  private skipSpace(): void {
    while (this.at < this.text.length && space.test(this.text[this.at]!)) this.at++
  }

  private expected(what: string): QueryProblem {
    return new QueryProblem(this.at, `expected ${what}`)
  }
}

/** A field name that needs no quotes. */
export const plainField = /^[\p{L}][\p{L}\p{N}\p{M}_.-]*$/u

const operators = ["AND", "OR", "NOT"]
const space = /\s/
const endsWord = /[\s()[\]{}"]/
