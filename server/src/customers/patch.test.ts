import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import fc from "fast-check"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { runs } from "../../test/property.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

const patch = (id: number, body: unknown, headers: Record<string, string> = {}) =>
  desk.send("PATCH", `/v2/customers/${id}`, { token: ada, body, headers })
const read = async (id: number) => (await desk.get(`/v2/customers/${id}`, ada)).body

async function make(body: object): Promise<number> {
  const answer = await desk.send("POST", "/v2/customers", { token: ada, body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return Number(answer.headers.get("resource-id"))
}

async function patched(id: number, body: unknown) {
  const answer = await patch(id, body)
  assert.equal(answer.status, 204, JSON.stringify(answer.body))
  return read(id)
}

describe("PATCH /v2/customers/{id}", () => {
  test("takes one operation alone, and a list of them as a JSON patch", async () => {
    const id = await make({ firstName: "Ann", age: "7" })
    assert.equal((await patched(id, { op: "replace", path: "/firstName", value: "Anna" })).firstName, "Anna")
    const answer = await patch(
      id,
      [
        { op: "REMOVE", path: "/age" },
        { op: "add", path: "/jobTitle", value: "Smith" },
        { op: "replace", path: "/gender", value: "Female" },
        { op: "replace", path: "/firstName", value: null },
      ],
      { "Content-Type": "application/json-patch+json" },
    )
    assert.equal(answer.status, 204)
    const { firstName, age, jobTitle, gender } = await read(id)
    assert.deepEqual([firstName, age, jobTitle, gender], [undefined, undefined, "Smith", "female"])
    const events = await desk.db.many(sql`select from events where kind = 'customer.updated' and subject_id = ${id}`)
    assert.equal(events.length, 2)
  })

  test("changes lists, single entries and parts of them", async () => {
    const id = await make({ emails: [{ value: "a@p.example" }, { value: "b@p.example" }], chats: [{ value: "old" }] })
    const { emails, chats } = (await read(id))._embedded
    const after = await patched(id, [
      { op: "replace", path: `/emails/${emails[0].id}`, value: { value: "c@p.example", type: "home" } },
      { op: "remove", path: `/emails/${emails[1].id}` },
      { op: "add", path: "/emails", value: { value: "d@p.example" } },
      { op: "replace", path: `/chats/${chats[0].id}/value`, value: "new" },
      { op: "replace", path: `/chats/${chats[0].id}/type`, value: "skype" },
      { op: "add", path: "/phones/-", value: { value: "5", type: "mobile" } },
      { op: "add", path: "/social-profiles", value: [{ value: "me", type: "twitter" }] },
      { op: "add", path: "/socialProfiles", value: { value: "me", type: "quora" } },
      { op: "replace", path: "/websites", value: [{ value: "https://w.example" }] },
    ])
    const listed = (name: string) =>
      after._embedded[name].map(({ _links, ...entry }: { _links: object }) => ({ ...entry, id: 0 }))
    assert.deepEqual(after._embedded.emails[0], { ...emails[0], value: "c@p.example", type: "home" })
    assert.equal(after._embedded.emails[1].value, "d@p.example")
    assert.deepEqual(after._embedded.chats, [{ ...chats[0], value: "new", type: "skype" }])
    assert.deepEqual(listed("phones"), [{ id: 0, value: "5", type: "mobile" }])
    assert.deepEqual(listed("social_profiles"), [
      { id: 0, value: "me", type: "twitter" },
      { id: 0, value: "me", type: "quora" },
    ])
    assert.deepEqual(listed("websites"), [{ id: 0, value: "https://w.example" }])
    const emptied = await patched(id, { op: "remove", path: "/emails" })
    assert.deepEqual(emptied._embedded.emails, [])
  })

  test("changes the address whole and by parts, and properties by slug", async () => {
    const id = await make({ firstName: "Addy" })
    const parts = [
      { op: "add", path: "/address/city", value: "Ulm" },
      { op: "replace", path: "/address/country", value: "de" },
      { op: "replace", path: "/address/lines", value: ["Am Fluss 1"] },
      { op: "replace", path: "/properties/scenario-orders", value: "3" },
    ]
    const { _embedded } = await patched(id, parts)
    const { _links } = _embedded.address
    assert.deepEqual(_embedded.address, { city: "Ulm", country: "DE", lines: ["Am Fluss 1"], _links })
    const orders = _embedded.properties.find(({ slug }: { slug: string }) => slug === "scenario-orders")
    assert.deepEqual([orders.value, orders.source], ["3", { name: "api" }])
    const whole = await patched(id, { op: "replace", path: "/address", value: { state: "BW" } })
    assert.deepEqual(whole._embedded.address, { state: "BW", lines: [], _links })
    assert.equal((await patched(id, { op: "remove", path: "/address" }))._embedded.address, undefined)
  })

  test("joins an organization by a new address, unless the patch names one", async () => {
    const { full, crowded } = ids.organizations
    const id = await make({ firstName: "Joiner" })
    const add = (value: string) => ({ op: "add", path: "/emails", value: { value } })
    assert.equal((await patched(id, add("j1@engines.scenario.example"))).organizationId, full)
    const moved = await patched(id, [{ op: "replace", path: "/organizationId", value: String(crowded) }])
    assert.equal(moved.organizationId, crowded)
    assert.equal((await patched(id, add("j2@engines.scenario.example"))).organizationId, crowded)
    const left = await patched(id, [{ op: "remove", path: "/organizationId" }, add("j3@engines.scenario.example")])
    assert.equal(left.organizationId, undefined)
  })

  test("all or nothing, and each mistake by its place", async () => {
    const id = await make({ firstName: "Whole", emails: [{ value: "whole@p.example" }] })
    const before = await read(id)
    const fine = { op: "replace", path: "/firstName", value: "Half" }
    for (const [operation, path] of [
      [{ op: "replace", path: "/nothing", value: 1 }, "[1].path"],
      [{ op: "replace", path: "/__proto__", value: 1 }, "[1].path"],
      [{ op: "replace", path: "/emails/x", value: {} }, "[1].path"],
      [{ op: "replace", path: "/emails/999999999", value: { value: "x@p.example" } }, "[1].path"],
      [{ op: "remove", path: "/emails/999999999" }, "[1].path"],
      [{ op: "add", path: "/emails/7", value: { value: "x@p.example" } }, "[1].path"],
      [{ op: "replace", path: "/address/planet", value: "Mars" }, "[1].path"],
      [{ op: "replace", path: "/properties/absent", value: "x" }, "[1].path"],
      [{ op: "move", path: "/firstName", value: "x" }, "[1].op"],
      [{ op: "replace", path: "/firstName" }, "[1].value"],
      [{ op: "replace", path: "/firstName", value: 5 }, "[1].value"],
      [{ op: "replace", path: "/firstName", value: "x".repeat(41) }, "[1].value"],
      [{ op: "replace", path: "/organizationId", value: 999_999_999 }, "[1].value"],
      [{ op: "add", path: "/emails", value: { value: "nonsense" } }, "[1].value[0].value"],
      [{ op: "add", path: "/emails", value: { type: "home" } }, "[1].value[0].value"],
      [{ op: "replace", path: "/properties/scenario-birthday", value: "2026-02-30" }, "[1].value"],
      [{ path: "/firstName", value: "x" }, "[1].op"],
      [5, "[1]"],
    ] as const) {
      const answer = await patch(id, [fine, operation])
      assert.equal(answer.status, 400, JSON.stringify(operation))
      assert.equal(answer.body._embedded.errors[0].path, path, JSON.stringify(answer.body))
    }
    assert.deepEqual(await read(id), before)
    const owner = await make({ email: "owner@p.example" })
    const taken = await patch(id, [fine, { op: "add", path: "/emails", value: { value: "Owner@P.example" } }])
    assert.deepEqual([taken.status, taken.body.message], [409, `Owner@P.example is an address of customer ${owner}`])
    const twice = await patch(id, [fine, { op: "add", path: "/emails", value: { value: "whole@p.example" } }])
    assert.equal(twice.status, 409)
    assert.deepEqual(await read(id), before)
    assert.equal((await patch(999_999_999, fine)).status, 404)
    assert.equal((await patch(id, fine, { "If-Match": '"old"' })).status, 412)
    assert.equal((await patch(id, [])).status, 400)
  })

  test("any sequence of operations ends as a simple model of it does", async () => {
    const word = fc.constantFrom("ann", "bo", "cy", "dee")
    const field = fc.constantFrom("firstName", "jobTitle", "background")
    const type = fc.constantFrom("home", "other", "work")
    const step = fc.oneof(
      fc.record({ do: fc.constant("set" as const), field, value: fc.option(word) }),
      fc.record({ do: fc.constant("drop" as const), field }),
      fc.record({ do: fc.constant("add" as const), value: word, type }),
      fc.record({ do: fc.constant("change" as const), at: fc.nat(5), value: word, type }),
      fc.record({ do: fc.constant("retype" as const), at: fc.nat(5), type }),
      fc.record({ do: fc.constant("remove" as const), at: fc.nat(5) }),
      fc.record({ do: fc.constant("replace" as const), values: fc.uniqueArray(word) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), async (patches) => {
        const id = await make({ lastName: "Model" })
        const fields = new Map<string, string>()
        let phones: { value: string; type: string }[] = []
        for (const steps of patches) {
          // Entries are named by ids of before, so that one patch touches each at most once.
          const entries: { id: number }[] = (await read(id))._embedded.phones
          const model = { fields: new Map(fields), phones: phones.map((phone) => ({ ...phone, gone: false })) }
          const operations: object[] = []
          for (const step of steps) {
            const at = "at" in step ? step.at % Math.max(1, entries.length) : 0
            const place = `/phones/${entries[at]?.id}`
            const target = model.phones[at]
            switch (step.do) {
              case "set":
                operations.push({ op: "replace", path: `/${step.field}`, value: step.value })
                if (step.value === null) model.fields.delete(step.field)
                else model.fields.set(step.field, step.value)
                break
              case "drop":
                operations.push({ op: "remove", path: `/${step.field}` })
                model.fields.delete(step.field)
                break
              case "add":
                operations.push({ op: "add", path: "/phones", value: { value: step.value, type: step.type } })
                model.phones.push({ value: step.value, type: step.type, gone: false })
                break
              case "change":
                if (at >= entries.length || !target || target.gone) break
                operations.push({ op: "replace", path: place, value: { value: step.value, type: step.type } })
                Object.assign(target, { value: step.value, type: step.type })
                break
              case "retype":
                if (at >= entries.length || !target || target.gone) break
                operations.push({ op: "replace", path: `${place}/type`, value: step.type })
                target.type = step.type
                break
              case "remove":
                if (at >= entries.length || !target || target.gone) break
                operations.push({ op: "remove", path: place })
                target.gone = true
                break
              case "replace": {
                operations.push({ op: "replace", path: "/phones", value: step.values.map((value) => ({ value })) })
                const left = model.phones.filter(({ gone }) => !gone)
                const kept = step.values.map((value) => left.find((phone) => phone.value === value))
                for (const phone of left) phone.gone = !kept.includes(phone)
                for (const [index, value] of step.values.entries())
                  if (!kept[index]) model.phones.push({ value, type: "work", gone: false })
                break
              }
            }
          }
          if (operations.length === 0) continue
          const answer = await patch(id, operations)
          assert.equal(answer.status, 204, JSON.stringify({ operations, answer: answer.body }))
          fields.clear()
          for (const [name, value] of model.fields) fields.set(name, value)
          phones = model.phones.filter(({ gone }) => !gone).map(({ value, type }) => ({ value, type }))
          const body = await read(id)
          assert.deepEqual(
            body._embedded.phones.map(({ value, type }: { value: string; type: string }) => ({ value, type })),
            phones,
          )
          for (const name of ["firstName", "jobTitle", "background"]) assert.equal(body[name], fields.get(name))
        }
      }),
      { numRuns: runs(5) },
    )
  })
})
