import assert from "node:assert/strict"
import { rename, stat } from "node:fs/promises"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { copyDesk, type Prepared } from "../prepared.ts"
import { removeFolder, startDesk, temporaryFolder } from "../processes.ts"
import { addContents, allowing, type Contents, checkContents, type ImapServer, startImapServer } from "./contents.ts"
import { follow } from "./document.ts"

let folder: string
let imap: ImapServer
let owner: Prepared["owner"]
let contents: Contents

before(async () => {
  folder = await temporaryFolder()
  imap = await startImapServer()
})
after(async () => {
  imap.close()
  await removeFolder(folder)
})

const dataDir = () => join(folder, "data")
const restored = () => join(folder, "restored")
const backup = () => join(folder, "backup")

describe("a backup by the operations page, with the embedded PostgreSQL", () => {
  test("is a copy of the stopped desk, for nobody else to read", async () => {
    owner = (await copyDesk(dataDir())).owner
    const started = await startDesk({ DATA_DIR: dataDir(), ...allowing(imap) })
    const commands = { DATA_DIR: dataDir(), BACKUP: backup() }
    try {
      contents = await addContents({ origin: started.origin, token: owner.token }, imap.port)
      await assert.rejects(follow("A copy of the stopped desk", commands), /PostgreSQL is in use by a desk/)
    } finally {
      assert.equal((await started.stop()).code, 0)
    }
    await follow("A copy of the stopped desk", commands)
    assert.equal((await stat(join(backup(), "desk.tar.gz"))).mode & 0o077, 0)
  })

  test("brings back conversations, files, secrets and accounts in another folder", async () => {
    await rename(dataDir(), join(folder, "lost"))
    imap.forget()
    await follow("Restoring the copy", { DATA_DIR: restored(), BACKUP: backup() })
    const started = await startDesk({ DATA_DIR: restored(), ...allowing(imap) })
    try {
      await checkContents({ origin: started.origin, token: owner.token }, contents, imap)
      const signIn = await fetch(`${started.origin}/session`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
        body: JSON.stringify({ email: owner.email, password: owner.password }),
      })
      assert.equal(signIn.status, 204)
    } finally {
      assert.equal((await started.stop()).code, 0)
    }
  })
})
