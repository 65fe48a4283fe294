import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { patienceMs } from "../../test/until.ts"
import { limits, parseQuery } from "./grammar.ts"
import { printQuery } from "./print.ts"
import { QueryProblem } from "./problem.ts"
import { joined, type Query, type Text, type Value } from "./tree.ts"

describe("parseQuery understands", () => {
  const cases: [text: string, canonical: string][] = [
    ["subject:order", "subject:order"],
    ["(subject:order)", "subject:order"],
    ["((  subject:order ) )", "subject:order"],
    ["subject: order", "subject:order"],
    ["late order", "late AND order"],
    ["a OR b c", "a OR b AND c"],
    ["a b OR c AND NOT d", "a AND b OR c AND NOT d"],
    ["(a OR b) c", "(a OR b) AND c"],
    ["NOT a b", "NOT a AND b"],
    ["NOT (a b)", "NOT (a AND b)"],
    ["NOT NOT a", "NOT NOT a"],
    ["NOT(a)OR(b)", "NOT a OR b"],
    ["and or not", "and AND or AND not"],
    ["ANDROID NOTE ORDER", "ANDROID AND NOTE AND ORDER"],
    ['subject:"late order"', 'subject:"late order"'],
    ['"say \\"hi\\" \\\\ (now)"', '"say \\"hi\\" \\\\ (now)"'],
    ["email:(a@x.org OR b+c@x.org)", "email:a@x.org OR email:b+c@x.org"],
    ["subject:(red NOT shoes)", "subject:red AND NOT subject:shoes"],
    ["email:john+tag@example.com", "email:john+tag@example.com"],
    ["subject:a\\ b\\:c\\*", "subject:a\\ b\\:c\\*"],
    ["\\AND \\x", "\\AND AND x"],
    ["tag:*", "tag:*"],
    ["refun* subject:refun*", "refun* AND subject:refun*"],
    ["refun\\*", "refun\\*"],
    ['"Order number":123', '"Order number":123'],
    ['"Order number":(1 OR 2)', '"Order number":1 OR "Order number":2'],
    ['"plan":pro', "plan:pro"],
    ["Größe:12", "Größe:12"],
    ["waiting:>2h", "waiting:>2h"],
    ["#5079", "#5079"],
    ["email:*@acme.example", "email:\\*@acme.example"],
    ["*", "*"],
    ["*:*", "*"],
    ["createdAt:2024-03-09T10:15:00Z", "createdAt:2024-03-09T10\\:15\\:00Z"],
    ["modifiedAt:[NOW-1HOUR TO *]", "modifiedAt:[NOW-1HOUR TO *]"],
    ["createdAt:{* TO 2024-01/YEAR}", "createdAt:{* TO 2024-01/YEAR}"],
    ["number:[1 TO 5}", "number:[1 TO 5}"],
    ['createdAt:["2024" TO "2025"]', 'createdAt:["2024" TO "2025"]'],
    ["createdAt:[* TO *]", "createdAt:[* TO *]"],
    ["createdAt:(2023 OR [2024-05 TO NOW])", "createdAt:2023 OR createdAt:[2024-05 TO NOW]"],
    ["' OR 1=1--", "' OR 1=1--"],
    ["a & b | !c <-> %_ ; $$", "a AND & AND b AND | AND !c AND <-> AND %_ AND ; AND $$"],
  ]
  for (const [text, canonical] of cases) test(text, () => assert.equal(printQuery(parseQuery(text)), canonical))

  test("with positions", () => {
    assert.deepEqual(parseQuery("(tag:vip OR  NOT x)"), {
      kind: "or",
      at: 1,
      parts: [
        { kind: "term", field: "tag", at: 1, value: { kind: "word", text: "vip", at: 5 } },
        {
          kind: "not",
          at: 13,
          part: { kind: "term", field: undefined, at: 17, value: { kind: "word", text: "x", at: 17 } },
        },
      ],
    })
  })
})

describe("parseQuery says where and what it expected", () => {
  const cases: [text: string, at: number, expected: RegExp][] = [
    ["", 0, /expected a term/],
    ["()", 1, /expected a term/],
    ["status:x subject:", 17, /expected a value after subject:/],
    ["subject:)", 8, /expected a value after subject:/],
    ["subject:AND b", 8, /expected a value after subject:/],
    ["email:()", 7, /expected a value after email:\(/],
    ["email:(a OR )", 12, /expected a value after OR/],
    ["a OR", 4, /expected a term after OR/],
    ["a AND AND b", 6, /expected a term after AND/],
    ["NOT", 3, /expected a term after NOT/],
    ["OR a", 0, /expected a term/],
    ["(a", 2, /closing bracket for the one at character 0/],
    ["a)", 1, /opening bracket/],
    ["a]", 1, /expected/],
    ['"a', 2, /closing quote for the one at character 0/],
    ['"a\\', 4, /closing quote/],
    ["a\\", 2, /character after/],
    [":a", 0, /field name before :/],
    ["10:30", 0, /field name before the colon/],
    ["*:a", 0, /field name before the colon/],
    ["[a TO b]", 0, /field name before \[/],
    ["n:[1 2]", 5, /TO between/],
    ["n:[TO 2]", 3, /a range starts with/],
    ["n:[1 TO ]", 8, /a range ends with/],
    ["n:[1 TO 2", 9, /\] or \} at the end of the range at character 2/],
    ["subject:*foo", 8, /\* to stand alone/],
    ["subject:*foo*", 8, /\* to stand alone/],
    ["foo**", 0, /\* to stand alone/],
    ["n:[a* TO b]", 3, /no \* here/],
    ['"":a', 2, /field name before :/],
    ["email:*@acme.*", 6, /\* to stand alone/],
    ["a\0b", 1, /stored/],
    ["a\ud800b", 1, /stored/],
    ["a".repeat(limits.characters + 1), 2048, /2048 characters/],
    ["a ".repeat(limits.clauses + 1), 128, /64 clauses/],
    [`${"(".repeat(17)}a${")".repeat(17)}`, 16, /16 levels/],
    [`${"NOT ".repeat(17)}a`, 64, /16 levels/],
  ]
  for (const [text, at, expected] of cases)
    test(text.length > 30 ? `${text.slice(0, 30)}…` : text, () => {
      const problem = problemOf(text)
      assert.equal(problem?.at, at)
      assert.match(problem?.expected ?? "", expected)
      assert.equal(problem?.message, `at character ${at}: ${problem?.expected}`)
    })

  test("and takes what just fits", () => {
    assert.equal(problemOf("a".repeat(limits.characters)), undefined)
    assert.equal(problemOf("a ".repeat(limits.clauses)), undefined)
    assert.equal(problemOf(`${"(".repeat(16)}a${")".repeat(16)}`), undefined)
  })
})

describe("printQuery", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 8 }),
    fc.constantFrom("AND", "OR", "NOT", "TO", "*", "a:b", "a b", "\\", '"', "[x]", "NOW-1HOUR/DAY", "b+c@x.org", "é"),
  )
  const written: fc.Arbitrary<Text> = fc
    .record({ kind: fc.constantFrom("word" as const, "phrase" as const), text, at: fc.constant(0) })
    .filter((each) => (each.kind === "phrase" || each.text !== "") && !/\0|\p{Cs}/u.test(each.text))
  const start = written.filter(({ kind }) => kind === "word").map((each): Text => ({ ...each, prefix: true }))
  const bound = fc.record({ value: fc.option(written, { nil: undefined }), included: fc.boolean() })
  const range = fc.record({ kind: fc.constant("range" as const), from: bound, to: bound, at: fc.constant(0) })
  const any = fc.constant<Value>({ kind: "any", at: 0 })
  const term = fc.oneof(
    fc.tuple(
      fc.constantFrom("subject", "a.b", "custom-field_1", "AND", "Order number", 'a "b" \\', "Größe", "1:2"),
      fc.oneof(written, start, range, any),
    ),
    fc.tuple(fc.constant(undefined), fc.oneof(written, start, any)),
  )
  const { query } = fc.letrec<{ query: Query }>((tie) => ({
    query: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      term.map(([field, value]): Query => ({ kind: "term", field, value, at: 0 })),
      tie("query").map((part): Query => ({ kind: "not", part, at: 0 })),
      fc
        .tuple(fc.constantFrom("and" as const, "or" as const), fc.array(tie("query"), { minLength: 1, maxLength: 3 }))
        .map(([kind, parts]) => joined(kind, parts)),
    ),
  }))

  test("gives a text that parses to the same tree", () => {
    fc.assert(
      fc.property(query, (tree) => {
        const printed = printQuery(tree)
        fc.pre(printed.length <= limits.characters)
        const parsed = parseQuery(printed)
        assert.deepEqual(withoutPositions(parsed), withoutPositions(tree))
        assert.equal(printQuery(parsed), printed)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe("whatever comes", () => {
  const pieces = fc.constantFrom(
    ..."( ) [ ] { } \" \\ : * + - / ' % _ & | ! <-> ; $$ AND OR NOT TO NOW a subject: é 東 \0 \ud800".split(" "),
    " ",
  )
  test("only a QueryProblem inside the text is thrown", () => {
    const junk = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join("")),
    )
    fc.assert(
      fc.property(junk, (text) => {
        const problem = problemOf(text)
        assert.ok(problem === undefined || (problem.at >= 0 && problem.at <= text.length + 1))
      }),
      { numRuns: 5_000 },
    )
  })

  const hostile = [
    ...'( ) " [ { \\ * : a'.split(" "),
    "NOT ",
    "a OR ",
    "a:(",
    "(a ",
    "a:[* TO *] ",
    "NOW-99999999999YEAR ",
    "/YEAR",
    "' OR 1=1--",
    "%_\\",
    "& | ! <-> ",
    "\u0301",
  ]
  for (const piece of hostile)
    test(`10 KB of ${JSON.stringify(piece)} and as much as is let in end`, () => {
      const start = process.cpuUsage()
      for (const length of [10_240, limits.characters]) problemOf(piece.repeat(length).slice(0, length))
      assert.ok(process.cpuUsage(start).user / 1_000 < patienceMs)
    })
})

function problemOf(text: string): QueryProblem | undefined {
  try {
    parseQuery(text)
    return undefined
  } catch (error) {
    if (error instanceof QueryProblem) return error
    throw error
  }
}

function withoutPositions(query: Query): unknown {
  return JSON.parse(JSON.stringify(query, (key, value) => (key === "at" ? undefined : value)))
}
