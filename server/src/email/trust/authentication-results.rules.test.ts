import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { readServerResults } from "./authentication-results.ts"

const server = "mx.desk.example"

/** The fields of a message, in their order, in front of what its sender wrote. */
function read(...fields: string[]) {
  return readServerResults(Buffer.from(`${[...fields, "From: ada@agents.example", "", "Hello"].join("\r\n")}`), server)
}

const field = (results: string, name = server) => `Authentication-Results: ${name}; ${results}`
const passes = "dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=agents.example"
const fails = "dmarc=fail header.from=agents.example"
const dmarc = (verdict: string) => ({ dmarc: { verdict, domain: "agents.example" } })

describe("Authentication-Results of the receiving server", () => {
  test("are read as large providers write them", () => {
    const results = read(
      "Delivered-To: desk@desk.example",
      "Received: by 2002:a05:6512 with SMTP id x",
      "Authentication-Results: MX.desk.example 1;",
      '       dkim=pass header.i=@agents.example header.s=20230601 header.b="aB=;c";',
      "\tspf=pass (mx.desk.example: domain of ada@agents.example designates 192.0.2.7 (as permitted) sender; ok) smtp.mailfrom=bounce@Mail.Agents.example;",
      `       ${passes}`,
    )
    assert.deepEqual(results, {
      spf: { verdict: "pass", domain: "mail.agents.example" },
      dkim: "pass",
      ...dmarc("pass"),
    })
  })

  test("may stand in several fields, one below the other, with a version and spaces", () => {
    assert.deepEqual(
      read(field(passes), field("dkim/1 = fail ; dkim=pass"), field("spf=softfail smtp.helo=mail.example")),
      {
        spf: { verdict: "softfail", domain: "mail.example" },
        dkim: "pass",
        ...dmarc("pass"),
      },
    )
  })

  test("are those at the top alone: what stands below something else came with the message", () => {
    assert.deepEqual(read(field("none"), "Received: from x", field(passes)), {})
    assert.deepEqual(read(field("dkim=none"), "Subject: x", field(passes)), { dkim: "none" })
    assert.deepEqual(read(field(fails), field(passes, "other.example")), dmarc("fail"))
    assert.deepEqual(read(field(passes, "other.example"), field(passes)), {})
    assert.deepEqual(read(field(passes, "mx.desk.example.evil.example")), {})
    assert.deepEqual(read(`Authentication-Results: ${passes}`), {})
    assert.deepEqual(read(`ARC-${field(passes)}`, `X-${field(passes)}`), {})
  })

  test("that are said twice count for nothing, whoever wrote the second", () => {
    assert.deepEqual(read(field(fails), field(passes)), {})
    assert.deepEqual(read(field(`spf=fail smtp.mailfrom=x; ${passes}@y; ${fails}`)), {
      spf: { verdict: "fail", domain: "x" },
    })
  })

  test("are no words in comments, quotes and values", () => {
    assert.deepEqual(read(field(`spf=fail (; ${passes};) smtp.mailfrom="; ${passes}; "@evil.example`)), {
      spf: { verdict: "fail", domain: "evil.example" },
    })
    assert.deepEqual(read(field(`spf=none reason="\\"; ${passes}"`)), { spf: { verdict: "none", domain: "" } })
    assert.deepEqual(read(field("dmarc=bestguesspass header.from=agents.example")), dmarc("none"))
    assert.deepEqual(read(field("(dmarc=pass")), {})
  })

  test("are read in linear time", () => {
    for (const part of ["(", '"', "a=", ";", " ", "\\", "=", "\r\n "]) {
      const before = performance.now()
      read(field(part.repeat(80_000)))
      assert.ok(performance.now() - before < 5_000, part)
    }
  })
})
