import assert from "node:assert/strict"
import { ids } from "../desk.ts"
import { conversation } from "../scenario.ts"
import { section } from "../section.ts"

const tagsOf = async (name: string) => (await conversation(name)).tags

section("tag", (item) => {
  item("id", async () => {
    const { vip, summer, twoWords } = ids.tags
    assert.deepEqual(
      (await tagsOf("everyField")).map(({ id }: { id: number }) => id),
      [vip, summer, twoWords],
    )
  })

  item("color", async () => {
    assert.deepEqual(
      (await tagsOf("everyField")).map(({ color }: { color: string }) => color),
      ["#c0392b", "#f1c40f", "#2980b9"],
    )
  })

  item("tag", async () => {
    assert.equal((await tagsOf("anotherPlan"))[0].tag, "scénario été")
  })

  item("styles", async () => {
    for (const { styles } of await tagsOf("everyField")) {
      assert.deepEqual(Object.keys(styles).sort(), ["dark", "default"])
      for (const { background, text } of Object.values<Record<string, { fill: string }>>(styles)) {
        assert.match(background?.fill ?? "", /^#[0-9a-f]{6}$/)
        assert.match(text?.fill ?? "", /^#[0-9a-f]{6}$/)
        assert.notEqual(background?.fill, text?.fill)
      }
    }
  })
})
