import assert from "node:assert/strict"
import { ids, read } from "../desk.ts"
import { ago, customer, link } from "../scenario.ts"
import { section } from "../section.ts"

const embedded = async (name: string) => (await customer("full"))._embedded[name]
const pairsOf = (entries: { value: string; type: string }[]) => entries.map(({ type, value }) => [type, value])
const property = async (slug: string, name = "full") =>
  (await customer(name))._embedded.properties.find((candidate: { slug: string }) => candidate.slug === slug)

/** Entries have ids of their own, by which they are changed. */
function assertIds(entries: { id: number }[]): void {
  assert.ok(entries.every(({ id }) => Number.isInteger(id)))
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length)
}

section("customer", (item) => {
  item("id", async () => {
    assert.equal((await customer("full")).id, ids.customers.full)
  })

  item("firstName", async () => {
    assert.equal((await customer("full")).firstName, "Mary")
    assert.equal((await customer("longest")).firstName, "L".repeat(40))
    assert.equal("firstName" in (await customer("withoutName")), false)
  })

  item("lastName", async () => {
    assert.equal((await customer("full")).lastName, "Somerville")
    assert.equal((await customer("longest")).lastName, "é".repeat(40))
    assert.equal("lastName" in (await customer("draft")), false)
  })

  item("gender", async () => {
    assert.equal((await customer("male")).gender, "male")
    assert.equal((await customer("female")).gender, "female")
    assert.equal((await customer("silent")).gender, "unknown")
  })

  item("jobTitle", async () => {
    assert.equal((await customer("full")).jobTitle, "Astronomer")
    assert.equal((await customer("longest")).jobTitle, "j".repeat(60))
  })

  item("location", async () => {
    assert.equal((await customer("full")).location, "Edinburgh")
    assert.equal((await customer("longest")).location, "l".repeat(60))
  })

  item("organization", async () => {
    assert.equal((await customer("full")).organization, "Analytical Engines Ltd")
    assert.equal((await customer("longest")).organization, "o".repeat(60))
    assert.equal("organization" in (await customer("silent")), false)
  })

  item("organizationId", async () => {
    assert.equal((await customer("full")).organizationId, ids.organizations.full)
    assert.equal("organizationId" in (await customer("silent")), false)
  })

  item("photoType", async () => {
    const names = ["full", "male", "female", "accents", "emoji", "chinese", "arabic", "silent"]
    assert.deepEqual(await Promise.all(names.map(async (name) => (await customer(name)).photoType)), [
      "gravatar",
      "twitter",
      "facebook",
      "googleprofile",
      "googleplus",
      "linkedin",
      "instagram",
      "unknown",
    ])
  })

  item("photoUrl", async () => {
    assert.equal((await customer("full")).photoUrl, "https://photos.scenario.example/mary.png")
    assert.equal((await customer("longest")).photoUrl.length, 200)
    assert.equal("photoUrl" in (await customer("silent")), false)
  })

  item("age", async () => {
    assert.equal((await customer("full")).age, "45")
    assert.equal("age" in (await customer("silent")), false)
  })

  item("conversationCount", async () => {
    assert.equal((await customer("full")).conversationCount, 4)
    assert.equal((await customer("silent")).conversationCount, 0)
  })

  item("createdAt", async () => {
    assert.equal((await customer("full")).createdAt, ago({ days: 120 }))
  })

  item("updatedAt", async () => {
    assert.equal((await customer("full")).updatedAt, ago({ days: 1 }))
  })

  item("background", async () => {
    assert.equal((await customer("full")).background, "Prefers letters.")
    assert.equal((await customer("longest")).background, "b".repeat(200))
  })

  item("draft", async () => {
    assert.equal((await customer("draft")).draft, true)
    assert.equal((await customer("full")).draft, false)
  })

  item("phone", async () => {
    for (const name of ["full", "withoutEmail"]) assert.equal("phone" in (await customer(name)), false)
  })

  item("_embedded", async () => {
    const lists = ["emails", "phones", "chats", "social_profiles", "websites", "properties"]
    assert.deepEqual(Object.keys((await customer("full"))._embedded), [...lists, "address"])
    assert.deepEqual(Object.keys((await customer("silent"))._embedded), lists)
    const { _embedded } = await read("/v2/customers?firstName=Mary")
    assert.deepEqual(Object.keys(_embedded.customers[0]._embedded), lists)
  })

  item("_links", async () => {
    const self = `/v2/customers/${ids.customers.full}`
    assert.deepEqual((await customer("full"))._links, {
      address: link(`${self}/address`),
      chats: link(`${self}/chats`),
      emails: link(`${self}/emails`),
      phones: link(`${self}/phones`),
      "social-profiles": link(`${self}/social-profiles`),
      websites: link(`${self}/websites`),
      organization: link(`/v2/organizations/${ids.organizations.full}`),
      self: link(self),
    })
    assert.equal("organization" in (await customer("silent"))._links, false)
  })

  item("embedded emails", async () => {
    const emails = await embedded("emails")
    assertIds(emails)
    assert.deepEqual(pairsOf(emails), [
      ["work", "Mary@Engines.scenario.example"],
      ["home", "mary.home@customers.scenario.example"],
      ["other", "mary.other@customers.scenario.example"],
    ])
  })

  item("embedded phones", async () => {
    const phones = await embedded("phones")
    assertIds(phones)
    const types = ["fax", "home", "mobile", "other", "pager", "work"]
    assert.deepEqual(
      pairsOf(phones),
      types.map((type, index) => [type, `+44 131 496 000${index}`]),
    )
  })

  item("embedded chats", async () => {
    const chats = await embedded("chats")
    assertIds(chats)
    const types = ["aim", "gtalk", "icq", "msn", "other", "qq", "skype", "xmpp", "yahoo"]
    assert.deepEqual(
      pairsOf(chats),
      types.map((type) => [type, `mary-on-${type}`]),
    )
  })

  item("embedded social_profiles", async () => {
    const profiles = await embedded("social_profiles")
    assertIds(profiles)
    const types =
      "aboutme facebook flickr forsquare google googleplus linkedin other quora tungleme twitter youtube".split(" ")
    assert.deepEqual(
      pairsOf(profiles),
      types.map((type) => [type, `https://${type}.scenario.example/mary`]),
    )
  })

  item("embedded websites", async () => {
    const websites = await embedded("websites")
    assertIds(websites)
    assert.deepEqual(
      websites.map(({ value }: { value: string }) => value),
      ["https://mary.scenario.example", "https://mechanism-of-the-heavens.scenario.example"],
    )
  })

  item("embedded address", async () => {
    const { city, lines } = await embedded("address")
    assert.equal(city, "Jedburgh")
    assert.deepEqual(lines, ["The Manse", "1 Castlegate"])
  })

  item("property type", async () => {
    const types = (await embedded("properties")).map(({ type }: { type: string }) => type)
    assert.deepEqual(types.sort(), ["date", "dropdown", "number", "text", "url"])
  })

  item("property slug", async () => {
    assert.deepEqual(
      (await embedded("properties")).map(({ slug }: { slug: string }) => slug),
      ["scenario-size", "scenario-birthday", "scenario-orders", "scenario-nickname", "scenario-profile"],
    )
  })

  item("property name", async () => {
    assert.equal((await property("scenario-size")).name, "Shoe size")
  })

  item("property value", async () => {
    assert.equal((await property("scenario-size")).value, ids.customerProperties.sizeOptions.large)
    assert.equal((await property("scenario-birthday")).value, "1780-12-26")
    assert.equal("value" in (await property("scenario-birthday", "silent")), false)
  })

  item("property text", async () => {
    assert.equal((await property("scenario-size")).text, "Large")
    assert.equal((await property("scenario-nickname")).text, "Queen of Science")
    assert.equal("text" in (await property("scenario-nickname", "silent")), false)
  })

  item("property source", async () => {
    assert.deepEqual((await property("scenario-size")).source, { name: "api" })
    assert.deepEqual((await property("scenario-orders")).source, { name: "shop" })
  })
})
