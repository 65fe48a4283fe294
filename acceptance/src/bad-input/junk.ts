import type { Random } from "./random.ts"

/** What people, programs and attackers put where something else was meant. */
const texts = [
  "",
  " ",
  "0",
  "-1",
  "1.5",
  "1e309",
  "NaN",
  "Infinity",
  "0x10",
  "007",
  "9007199254740993",
  "99999999999999999999999999",
  "-9223372036854775809",
  "true",
  "null",
  "undefined",
  "[]",
  "{}",
  "[object Object]",
  "__proto__",
  "constructor",
  "'",
  "''",
  '"',
  "\\",
  "'; drop table conversations; --",
  "1 or 1=1",
  "$1",
  "%",
  "_",
  "%s%n",
  "#{7*7}",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "\0",
  "a\0b",
  "\u001f",
  "\u200b",
  "\ufeff",
  "\ud800",
  "é",
  "e\u0301",
  "İ",
  "ß",
  "👩🏽‍🚀",
  "الخوارزمي",
  "王小明",
  ",",
  ",,,",
  "1,2,x",
  ":",
  "1:2",
  "1:",
  "a@b",
  "@",
  "a@b@c",
  "a+b@c.example",
  "2024-02-31",
  "2024-13-01T00:00:00Z",
  "2024-01-01T25:00:00Z",
  "0000-00-00",
  "9999-12-31T23:59:59.999999999+14:00",
  "2024-01-01T00:00:00+99:99",
  "yesterday",
  "createdAt,asc",
  "name,up",
  "AAABoNyNcGAAAAAAAAAAEMemPJzr5LbWwxHLYwOUyjlFgCCzOLyrN_Vq9qkhzuPR",
  "(",
  "(subject:",
  'subject:"',
  "NOT",
  "AND OR",
  "createdAt:[NOW TO",
  "createdAt:[NOW+999999999YEARS TO *]",
  "number:99999999999999999999",
  "nothing:here",
  "\\",
  "subject:\\",
  "*:*",
  "(((((((((((((((((((((((a)))))))))))))))))))))))",
]

const long = ["x".repeat(300), "é".repeat(2_100), "(".repeat(3_000), "a ".repeat(1_500), "9".repeat(400)]

export function junkText(random: Random): string {
  if (random.chance(0.04)) return random.pick(long)
  if (random.chance(0.15)) return randomText(random)
  return random.pick(texts)
}

const alphabet = [..."abcXYZ019 \t\n()[]{}\":\\/*+-_.,;'%&=?#@~^!|<>`$éß王\0"]

/** Pieces of the query language and of everything else, in no order. */
function randomText(random: Random): string {
  const length = 1 + random.below(24)
  return Array.from({ length }, () => random.pick(alphabet)).join("")
}

export function junkValue(random: Random, depth = 0): unknown {
  switch (random.below(depth > 3 ? 6 : 8)) {
    case 0:
      return null
    case 1:
      return random.chance(0.5)
    case 2:
      return random.pick([0, -1, 1.5, 1e300, 2 ** 53 + 2, -0, 2_147_483_648])
    case 6:
      return Array.from({ length: random.below(4) }, () => junkValue(random, depth + 1))
    case 7:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [junkText(random), junkValue(random, depth + 1)]),
      )
    default:
      return junkText(random)
  }
}
