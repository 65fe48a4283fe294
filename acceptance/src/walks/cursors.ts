import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import { clientOf, ids } from "../interface/desk.ts"
import { newAddress } from "../interface/writing.ts"

describe("a walk by cursor", () => {
  test("meets everybody once who was there, whatever is added and changed meanwhile", async () => {
    const ada = await clientOf("ada")
    const before: number[] = []
    for await (const { id } of ada.customers.byCursor.all()) before.push(id)
    const met: number[] = []
    for await (const { id } of ada.customers.byCursor.all({ size: 6 })) {
      met.push(id)
      if (met.length % 5 === 0) await write(ada, met.length % 10 === 0 ? { email: newAddress() } : { id })
    }
    assert.deepEqual(
      met.filter((id) => before.includes(id)),
      before,
    )
    assert.equal(new Set(met).size, met.length)
  })
})

async function write(client: DeskhandClient, customer: { id: number } | { email: string }): Promise<void> {
  await client.conversations.create({
    subject: "Meanwhile",
    type: "email",
    mailboxId: ids.inboxes.empty,
    status: "active",
    customer,
    threads: [{ type: "customer", text: "<p>Meanwhile</p>" }],
  })
}
