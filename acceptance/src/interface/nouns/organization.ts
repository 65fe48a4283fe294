import assert from "node:assert/strict"
import { ids, read } from "../desk.ts"
import { organization } from "../scenario.ts"
import { section } from "../section.ts"

const counted = (name: string) => organization(name, "?includeCounts=true")
const properties = async () => (await organization("full", "?includeProperties=true")).properties

section("organization", (item) => {
  item("id", async () => {
    assert.equal((await organization("full")).id, ids.organizations.full)
  })

  item("name", async () => {
    assert.equal((await organization("full")).name, "Analytical Engines Ltd")
    assert.equal((await organization("hidden")).name, "Zurückhaltend GmbH")
  })

  item("website", async () => {
    assert.equal((await organization("full")).website, "https://engines.scenario.example")
    assert.equal("website" in (await organization("empty")), false)
  })

  item("description", async () => {
    assert.equal((await organization("full")).description, "Builds engines that weave algebraic patterns.")
    assert.equal("description" in (await organization("empty")), false)
  })

  item("location", async () => {
    assert.equal((await organization("full")).location, "GB")
    assert.equal((await organization("hidden")).location, "DE")
  })

  item("logoUrl", async () => {
    assert.equal((await organization("full")).logoUrl, "https://photos.scenario.example/engines.png")
    assert.equal("logoUrl" in (await organization("empty")), false)
  })

  item("note", async () => {
    assert.equal((await organization("full")).note, "Pays in shillings.")
    assert.equal("note" in (await organization("empty")), false)
  })

  item("domains", async () => {
    const { domains } = await organization("full")
    assert.deepEqual(domains, ["engines.scenario.example", "difference.scenario.example"])
    assert.deepEqual((await organization("empty")).domains, [])
  })

  item("phones", async () => {
    assert.deepEqual((await organization("full")).phones, ["+44 20 7946 0100", "0800 ENGINES (ext. #5)"])
    assert.deepEqual((await organization("empty")).phones, [])
  })

  item("brandColor", async () => {
    assert.equal((await organization("full")).brandColor, "#3366cc")
    assert.equal("brandColor" in (await organization("empty")), false)
  })

  item("customerCount", async () => {
    assert.equal((await counted("full")).customerCount, 2)
    assert.equal((await counted("crowded")).customerCount, 60)
    assert.equal((await counted("empty")).customerCount, 0)
    assert.equal("customerCount" in (await organization("full")), false)
  })

  item("conversationCount", async () => {
    const { conversationCount } = await counted("full")
    const { page } = await read(`/v2/organizations/${ids.organizations.full}/conversations`)
    assert.equal(conversationCount, 5)
    assert.equal(page.totalElements, 5)
    assert.equal("conversationCount" in (await organization("full")), false)
  })

  item("properties", async () => {
    assert.equal((await properties()).length, 5)
    assert.equal("properties" in (await organization("full")), false)
    assert.deepEqual((await organization("empty", "?includeProperties=true")).properties, [])
  })

  item("property definitionId", async () => {
    const { motto, seats, intranet, renewal, tier } = ids.organizationProperties
    assert.deepEqual(
      (await properties()).map(({ definitionId }: { definitionId: number }) => definitionId),
      [motto, seats, intranet, renewal, tier],
    )
  })

  item("property slug", async () => {
    assert.deepEqual(
      (await properties()).map(({ slug }: { slug: string }) => slug),
      ["scenario-motto", "scenario-seats", "scenario-intranet", "scenario-renewal", "scenario-tier"],
    )
  })

  item("property name", async () => {
    assert.deepEqual(
      (await properties()).map(({ name }: { name: string }) => name),
      ["Motto", "Seats", "Intranet", "Renewal", "Tier"],
    )
  })

  item("property type", async () => {
    assert.deepEqual(
      (await properties()).map(({ type }: { type: string }) => type),
      ["text", "number", "url", "date", "dropdown"],
    )
  })

  item("property value", async () => {
    assert.deepEqual(
      (await properties()).map(({ value }: { value: string }) => value),
      ["Festina lente", "1843", "https://intranet.engines.scenario.example", "2031-12-10", "Gold"],
    )
  })

  item("property options", async () => {
    const [motto, , , , tier] = await properties()
    assert.deepEqual(tier.options, [{ label: "Bronze" }, { label: "Silver" }, { label: "Gold" }])
    assert.equal("options" in motto, false)
  })
})
