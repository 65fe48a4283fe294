import assert from "node:assert/strict"
import { ids, read } from "../desk.ts"
import { customer } from "../scenario.ts"
import { section } from "../section.ts"
import { assertRefused, create, made, newAddress } from "../writing.ts"

const note = { threads: [{ type: "note", text: "About somebody" }] }

/** The customer of a new conversation with these fields, as they can be read afterwards. */
async function resolved(fields: Record<string, unknown>) {
  const { conversation } = await made({ ...note, customer: fields })
  return read(`/v2/customers/${conversation.primaryCustomer.id}`)
}

/** Somebody new who has this field. */
const newcomer = (fields: Record<string, unknown>) => resolved({ email: newAddress(), ...fields })

/** As long as it may be, and one character longer. */
async function assertLimit(field: string, most: number): Promise<void> {
  const longest = "é".repeat(most)
  assert.equal((await newcomer({ [field]: longest }))[field], longest)
  await assertRefused({ ...note, customer: { email: newAddress(), [field]: `${longest}x` } }, `customer.${field}`)
}

section("customer-resolution", (item) => {
  item("id or email", async () => {
    assert.equal((await resolved({ id: ids.customers.withoutEmail })).id, ids.customers.withoutEmail)
    assert.equal((await resolved({ email: "silent@customers.scenario.example" })).id, ids.customers.silent)
    await assertRefused({ ...note, customer: { firstName: "Nobody" } }, "customer")
  })

  item("id first", async () => {
    const email = newAddress()
    assert.equal((await resolved({ id: ids.customers.silent, email })).id, ids.customers.silent)
    assert.deepEqual((await read(`/v3/customers?email=${email}`))._embedded.customers, [])
    const other = { id: ids.customers.silent, email: "mary.home@customers.scenario.example" }
    assert.equal((await resolved(other)).id, ids.customers.silent)
  })

  item("by email", async () => {
    assert.equal((await resolved({ email: "mary.home@customers.scenario.example" })).id, ids.customers.full)
    assert.equal((await resolved({ email: "MARY@engines.scenario.example" })).id, ids.customers.full)
  })

  item("created", async () => {
    const fields = {
      firstName: "Nina",
      lastName: "Newcomer",
      jobTitle: "Baker",
      location: "Graz",
      background: "Came by chance.",
      gender: "female",
      age: "30",
      photoType: "gravatar",
      photoUrl: "https://photos.elsewhere.example/nina.png",
    }
    const email = newAddress()
    const nina = await resolved({ email, phone: "+43 1 234", ...fields })
    for (const [name, value] of Object.entries(fields)) assert.equal(nina[name], value, name)
    assert.equal(nina._embedded.emails[0].value, email)
    assert.equal(nina._embedded.phones[0].value, "+43 1 234")
    assert.equal(nina.conversationCount, 1)
    assert.equal((await resolved({ email })).id, nina.id)
  })

  item("fields ignored on a match", async () => {
    const before = await customer("full")
    const fields = { firstName: "Changed", jobTitle: "Changed", phone: "1", organizationId: ids.organizations.empty }
    for (const who of [{ id: ids.customers.full }, { email: "mary.home@customers.scenario.example" }]) {
      const after = await resolved({ ...who, ...fields })
      assert.deepEqual({ ...after, conversationCount: 0 }, { ...before, conversationCount: 0 })
    }
  })

  item("id", async () => {
    assert.equal((await resolved({ id: ids.customers.chinese })).lastName, "王")
    for (const id of [999_999_999, "x"]) await assertRefused({ ...note, customer: { id } }, "customer.id")
  })

  item("email", async () => {
    const email = `Plus+Sign.${newAddress()}`
    assert.equal((await resolved({ email }))._embedded.emails[0].value, email)
    for (const email of ["", "nobody", "a@b@c", 5])
      await assertRefused({ ...note, customer: { email } }, "customer.email")
  })

  item("firstName", async () => {
    await assertLimit("firstName", 40)
    await assertRefused({ ...note, customer: { email: newAddress(), firstName: "" } }, "customer.firstName")
  })

  item("lastName", async () => {
    await assertLimit("lastName", 40)
    await assertRefused({ ...note, customer: { email: newAddress(), lastName: "" } }, "customer.lastName")
  })

  item("phone", async () => {
    const { _embedded } = await newcomer({ phone: "0800 CALL (ext. #5)" })
    assert.equal(_embedded.phones[0].value, "0800 CALL (ext. #5)")
  })

  item("photoUrl", () => assertLimit("photoUrl", 200))

  item("jobTitle", () => assertLimit("jobTitle", 60))

  item("photoType", async () => {
    for (const photoType of [
      "unknown",
      "gravatar",
      "twitter",
      "facebook",
      "googleprofile",
      "googleplus",
      "linkedin",
      "instagram",
    ])
      assert.equal((await newcomer({ photoType })).photoType, photoType)
    await assertRefused({ ...note, customer: { email: newAddress(), photoType: "portrait" } }, "customer.photoType")
  })

  item("background", () => assertLimit("background", 200))

  item("location", () => assertLimit("location", 60))

  item("organization", async () => {
    await assertLimit("organization", 60)
    const both = await newcomer({ organization: "Ignored Ltd", organizationId: ids.organizations.full })
    assert.equal(both.organization, "Analytical Engines Ltd")
  })

  item("organizationId", async () => {
    assert.equal((await newcomer({ organizationId: ids.organizations.full })).organizationId, ids.organizations.full)
    // Without one, the organization that has the domain of the address.
    const { organizationId } = await resolved({ email: "somebody.new@engines.scenario.example" })
    assert.equal(organizationId, ids.organizations.full)
    const unknown = { email: newAddress(), organizationId: 999_999_999 }
    await assertRefused({ ...note, customer: unknown }, "customer.organizationId")
  })

  item("gender", async () => {
    for (const gender of ["male", "female", "unknown"]) assert.equal((await newcomer({ gender })).gender, gender)
    assert.equal((await newcomer({ gender: "Female" })).gender, "female")
    assert.equal((await newcomer({})).gender, "unknown")
    await assertRefused({ ...note, customer: { email: newAddress(), gender: "neither" } }, "customer.gender")
  })

  item("age", async () => {
    assert.equal((await newcomer({ age: "between 30 and 35" })).age, "between 30 and 35")
  })

  item("conversationCount", async () => {
    // Taken, and counted here all the same.
    assert.equal((await newcomer({ conversationCount: 99 })).conversationCount, 1)
    const wrong = { email: newAddress(), conversationCount: "many" }
    assert.equal((await create({ ...note, customer: wrong })).status, 400)
  })
})
