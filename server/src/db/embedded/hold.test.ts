import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import * as fs from "node:fs/promises"
import { join } from "node:path"
import { describe, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import { inAnotherProcess, killNow, refusedWith, temporaryFolder } from "../../../test/desk/embedded.ts"
import { patienceMs } from "../../../test/until.ts"
import { DeskError } from "../../errors.ts"
import { claimDataDir } from "./hold.ts"

/** Asks again where it was refused: on a busy machine another may hold the folder for longer than a desk waits. */
async function claimPatiently(folder: string): ReturnType<typeof claimDataDir> {
  const limit = performance.now() + patienceMs
  for (;;)
    try {
      return await claimDataDir(folder)
    } catch (error) {
      if (!(error instanceof DeskError) || performance.now() > limit) throw error
    }
}

describe("claimDataDir", () => {
  test("refuses while another live desk holds the folder", async (t) => {
    const folder = await temporaryFolder(t)
    const other = await inAnotherProcess(
      t,
      `const claim = await claimDataDir(folder); process.on("SIGTERM", async () => { await claim.release(); process.exit() })
       setInterval(() => {}, 1000); console.log("claimed")`,
      folder,
    )
    assert.match(readFileSync(join(folder, "desk.pid"), "utf8"), new RegExp(`^${other.pid} \\S+\n$`))
    await assert.rejects(
      claimDataDir(folder),
      refusedWith(
        `Another desk (process ${other.pid}) runs on the data folder ${folder}: stop that one, or set DATA_DIR to another folder.`,
      ),
    )
    const waiting = claimPatiently(folder)
    other.kill("SIGTERM")
    await (await waiting).release()
  })

  test("takes over from a dead desk, and from one whose process number is somebody else's by now", async (t) => {
    const folder = await temporaryFolder(t)
    const dead = await inAnotherProcess(t, `await claimDataDir(folder); console.log("claimed")`, folder)
    await killNow(dead)
    assert.equal(existsSync(join(folder, "desk.pid")), true)
    await (await claimDataDir(folder)).release()

    await fs.writeFile(join(folder, "desk.pid"), `${process.pid} an-earlier-boot/1\n`)
    await (await claimDataDir(folder)).release()
    assert.deepEqual(await fs.readdir(folder), [])
  })

  test("many that find the same dead desk hold the folder one after the other", async (t) => {
    const race = async () => {
      const folder = await temporaryFolder(t)
      await fs.writeFile(join(folder, "desk.pid"), `${process.pid} an-earlier-boot/1\n`)
      let holders = 0
      const claims = Array.from({ length: 6 }, async () => {
        const claim = await claimPatiently(folder)
        holders++
        await pause(2)
        assert.equal(holders, 1)
        holders--
        await claim.release()
      })
      await Promise.all(claims)
    }
    for (let round = 0; round < 4; round++) await Promise.all(Array.from({ length: 4 }, race))
  })
})
