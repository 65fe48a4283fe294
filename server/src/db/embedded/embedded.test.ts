import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync } from "node:fs"
import * as fs from "node:fs/promises"
import { dirname, join } from "node:path"
import { describe, test } from "node:test"
import pg from "pg"
import {
  clusterFolder,
  copyCluster,
  inAnotherProcess,
  isRoot,
  isRunning,
  killNow,
  postmasterOf,
  query,
  quietly,
  refusedWith,
  removeAll,
  shelterOf,
  temporaryFolder,
} from "../../../test/desk/embedded.ts"
import { until } from "../../../test/until.ts"
import { openEmbedded } from "./embedded.ts"
import { claimDataDir } from "./hold.ts"

describe("openEmbedded", () => {
  test("makes a durable cluster, is joined by others, and starts again with what was written", async (t) => {
    const folder = await temporaryFolder(t)
    const said: string[] = []
    const desk = await openEmbedded(folder, (line) => said.push(line), { owner: true })
    assert.equal(desk.started, true)
    assert.equal(said.pop(), `Making a new database in ${join(folder, "postgres")} …`)
    const linesOfFirstStart = said.length
    assert.equal(new URL(desk.url).hostname, encodeURIComponent(join(folder, "postgres")))
    assert.deepEqual(
      await query(
        desk.url,
        `select current_database() as database, pg_encoding_to_char(encoding) as encoding, datlocprovider as provider,
           current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
           current_setting('full_page_writes') as pages, current_setting('listen_addresses') as addresses,
           current_setting('unix_socket_directories') as sockets, current_setting('TimeZone') as zone
         from pg_database where datname = current_database()`,
      ),
      [
        {
          database: "deskhand",
          encoding: "UTF8",
          provider: "b",
          fsync: "on",
          commit: "on",
          pages: "on",
          addresses: "127.0.0.1",
          sockets: join(folder, "postgres"),
          zone: "UTC",
        },
      ],
    )
    const password = await fs.stat(join(folder, "postgres-password"))
    assert.equal(password.mode & 0o777, 0o600)
    assert.equal(password.uid, process.getuid?.())
    const clusterOwner = (await fs.stat(join(folder, "postgres"))).uid
    if (isRoot) assert.notEqual(clusterOwner, 0)
    else assert.equal(clusterOwner, process.getuid?.())
    await assert.rejects(query(desk.url.replace(/:[^:@]+@/, ":wrong@"), "select 1"), { code: "28P01" })

    const command = await openEmbedded(folder, quietly, { owner: false })
    assert.equal(command.started, false)
    assert.equal(command.url, desk.url)
    await query(command.url, "create table kept as select 42 as answer")
    await command.stop()
    assert.deepEqual(await query(desk.url, "select answer from kept"), [{ answer: 42 }])

    const postmaster = postmasterOf(folder)
    await Promise.all([desk.stop(), desk.stop()])
    assert.equal(isRunning(postmaster), false)
    assert.equal(existsSync(join(folder, "postgres/postmaster.pid")), false)

    const again = await openEmbedded(folder, (line) => said.push(line), { owner: true })
    assert.equal(again.started, true)
    assert.deepEqual(await query(again.url, "select answer from kept"), [{ answer: 42 }])
    assert.equal(said.length, linesOfFirstStart)
    await again.stop()
    assert.deepEqual((await fs.readdir(folder)).sort(), [
      "postgres",
      "postgres-password",
      "postgres-users",
      "postgres.log",
    ])
  })

  test("is asked by TCP where the path of a socket would be too long", async (t) => {
    const folder = join(await temporaryFolder(t), "long".repeat(20))
    t.after(() => removeAll(folder))
    await copyCluster(folder)
    const desk = await openEmbedded(folder, quietly, { owner: true })
    assert.equal(new URL(desk.url).hostname, "127.0.0.1")
    assert.deepEqual(await query(desk.url, "select current_setting('unix_socket_directories') as sockets"), [
      { sockets: "" },
    ])
    await desk.stop()
  })

  test("two commands at once on a stopped desk: the last to leave stops it", async (t) => {
    const folder = await clusterFolder(t)
    const [first, second] = await Promise.all([
      openEmbedded(folder, quietly, { owner: false }),
      openEmbedded(folder, quietly, { owner: false }),
    ])
    assert.deepEqual([first.started, second.started].sort(), [false, true])
    const [starter, joiner] = first.started ? [first, second] : [second, first]
    const postmaster = postmasterOf(folder)
    await starter.stop()
    assert.deepEqual(await query(joiner.url, "select 1 as one"), [{ one: 1 }])
    await joiner.stop()
    assert.equal(isRunning(postmaster), false)
  })

  test("a desk that starts beside a command keeps PostgreSQL when the command leaves, and stops it at its end", async (t) => {
    const folder = await clusterFolder(t)
    const command = await openEmbedded(folder, quietly, { owner: false })
    const desk = await openEmbedded(folder, quietly, { owner: true })
    assert.equal(desk.started, false)
    await command.stop()
    assert.deepEqual(await query(desk.url, "select 1 as one"), [{ one: 1 }])
    const late = await openEmbedded(folder, quietly, { owner: false })
    const postmaster = postmasterOf(folder)
    await desk.stop()
    assert.equal(isRunning(postmaster), false)
    await late.stop()
  })

  test("PostgreSQL outlives a killed desk; the next one joins it and stops it", async (t) => {
    const folder = await clusterFolder(t)
    const desk = await inAnotherProcess(
      t,
      `await claimDataDir(folder); await openEmbedded(folder, () => {}, { owner: true }); console.log("ready")`,
      folder,
    )
    const postmaster = postmasterOf(folder)
    await killNow(desk)
    assert.equal(isRunning(postmaster), true)
    const claim = await claimDataDir(folder)
    const next = await openEmbedded(folder, quietly, { owner: true })
    assert.equal(next.started, false)
    assert.equal(postmasterOf(folder), postmaster)
    await next.stop()
    assert.equal(isRunning(postmaster), false)
    await claim.release()
    assert.equal(existsSync(join(folder, "desk.pid")), false)
  })

  test("starts again after a kill -9 of PostgreSQL with a query under way, and has all that was committed", async (t) => {
    const folder = await clusterFolder(t)
    const before = await openEmbedded(folder, quietly, { owner: false })
    await query(before.url, "create table kept as select generate_series(1, 1000) as number")
    const busy = new pg.Client({ connectionString: before.url })
    busy.on("error", quietly)
    await busy.connect()
    const cut = assert.rejects(busy.query("select count(*) from generate_series(1, 10000000000)"))
    await until(async () => {
      const active = "select 1 from pg_stat_activity where query like '%10000000000%' and pid <> pg_backend_pid()"
      return (await query(before.url, active)).length === 1
    })
    const killed = postmasterOf(folder)
    process.kill(killed, "SIGKILL")
    await until(() => !isRunning(killed))
    const reopened = openEmbedded(folder, quietly, { owner: true })
    await busy.end()
    await cut
    const after = await reopened
    assert.equal(after.started, true)
    assert.deepEqual(await query(after.url, "select count(*)::int from kept"), [{ count: 1000 }])
    await after.stop()
  })

  test("starts where postmaster.pid names a process that is somebody else by now", async (t) => {
    const folder = await clusterFolder(t)
    const cluster = await fs.stat(join(folder, "postgres"))
    const stranger = spawn(process.platform === "darwin" ? "/bin/sleep" : "sleep", ["60"], {
      cwd: "/",
      ...(isRoot ? { uid: cluster.uid, gid: cluster.gid } : {}),
    })
    t.after(() => killNow(stranger))
    await once(stranger, "spawn")
    const stale = join(folder, "postgres/postmaster.pid")
    await fs.writeFile(stale, `${stranger.pid}\n${join(folder, "postgres")}\n1\n1\n\n127.0.0.1\n 0 0\nready   \n`)
    await fs.chown(stale, cluster.uid, cluster.gid)
    const opened = await openEmbedded(folder, quietly, { owner: true })
    assert.equal(opened.started, true)
    assert.notEqual(postmasterOf(folder), stranger.pid)
    await opened.stop()
    assert.equal(stranger.exitCode, null)
  })

  test("a start that was killed while it made the cluster does not block the next", async (t) => {
    const folder = await temporaryFolder(t)
    const partials = () => readdirSync(folder).filter((entry) => entry.startsWith("postgres.partial-"))
    const cut = await inAnotherProcess(
      t,
      // It never has the cluster in its place, however late it is killed.
      `import { syncBuiltinESMExports } from "node:module"
       import promises from "node:fs/promises"
       const { rename } = promises
       const never = new Promise((resolve) => setTimeout(resolve, 1e9))
       promises.rename = (from, to) => (from.endsWith("/cluster") ? never : rename(from, to))
       syncBuiltinESMExports()
       const opened = openEmbedded(folder, () => console.log("making"), { owner: true }); await opened`,
      folder,
    )
    await until(() => partials().some((entry) => existsSync(join(folder, entry, "cluster/base"))))
    await killNow(cut)
    assert.equal(partials().length, 1)
    assert.equal(existsSync(join(folder, "postgres")), false)
    const opened = await openEmbedded(folder, quietly, { owner: true })
    assert.deepEqual(partials(), [])
    assert.deepEqual(await query(opened.url, "select 1 as one"), [{ one: 1 }])
    await opened.stop()
  })

  test("a data folder that is a file, or lies below one, is refused in a sentence", async (t) => {
    const file = join(await temporaryFolder(t), "file")
    await fs.writeFile(file, "")
    for (const folder of [file, join(file, "data")])
      for (const attempt of [() => openEmbedded(folder, quietly, { owner: true }), () => claimDataDir(folder)])
        await assert.rejects(attempt, refusedWith(`${folder} is a file or lies below one: set DATA_DIR to a folder.`))
  })

  test("a data folder that this user may not write is refused in a sentence", async (t) => {
    const folder = join(await temporaryFolder(t), "closed")
    await fs.mkdir(folder, { mode: 0o555 })
    const attempt = `await claimDataDir(folder).then(() => console.log("claimed"), (error) => console.log(error.message))`
    const child = await inAnotherProcess(t, attempt, folder, { unprivileged: true })
    assert.match(
      child.firstLine,
      /^The data folder .*closed cannot be written \(EACCES.* or set DATA_DIR to another folder\.$/,
    )
  })

  test("what is not a cluster that these binaries can run is refused in a sentence", async (t) => {
    const folder = await clusterFolder(t)
    const attempt = () => openEmbedded(folder, quietly, { owner: true })
    const cluster = await fs.realpath(join(folder, "postgres"))

    const version = await fs.readFile(join(cluster, "PG_VERSION"), "utf8")
    await fs.writeFile(join(cluster, "PG_VERSION"), "15\n")
    await assert.rejects(
      attempt(),
      refusedWith(
        new RegExp(
          `is of PostgreSQL 15 and this Deskhand brings ${version.trim()}: back it up .* set DATABASE_URL\\.$`,
        ),
      ),
    )
    await fs.writeFile(join(cluster, "PG_VERSION"), version)

    await fs.rename(join(cluster, "global"), join(cluster, "elsewhere"))
    await assert.rejects(
      attempt(),
      refusedWith(/^PostgreSQL does not start on .*postgres\.log:\n.*global\/pg_control/s),
    )
    await fs.rename(join(cluster, "elsewhere"), join(cluster, "global"))

    await fs.rename(join(folder, "postgres-password"), join(folder, "mislaid"))
    await assert.rejects(attempt(), refusedWith(/postgres-password, the key to the database in .*, is missing/))
    await fs.writeFile(join(folder, "postgres-password"), "wrong\n")
    await assert.rejects(attempt(), refusedWith("PostgreSQL does not take the password in postgres-password."))
    assert.equal(existsSync(join(cluster, "postmaster.pid")), false)
    await fs.rename(join(folder, "mislaid"), join(folder, "postgres-password"))
    await (await attempt()).stop()

    await fs.rm(join(cluster, "PG_VERSION"))
    await assert.rejects(attempt(), refusedWith(/holds something that is not a PostgreSQL database/))
  })

  test("a folder that only the desk's own user may enter", async (t) => {
    const folder = join(await temporaryFolder(t), "private/data")
    await fs.mkdir(dirname(folder), { mode: 0o700 })
    t.after(() => removeAll(folder))
    const said: string[] = []
    const opened = await openEmbedded(folder, (line) => said.push(line), { owner: true })
    assert.deepEqual(await query(opened.url, "select 1 as one"), [{ one: 1 }])
    await query(opened.url, "create table kept as select 42 as answer")
    const postmaster = postmasterOf(folder)
    await opened.stop()
    assert.equal(isRunning(postmaster), false)

    if (isRoot) {
      assert.equal(await fs.readlink(join(folder, "postgres")), join(shelterOf(folder), "postgres"))
      assert.match(said.at(-1) ?? "", /because PostgreSQL runs as the user nobody, who may not enter .*private\/data/)
      assert.notEqual((await fs.stat(join(folder, "postgres"))).uid, 0)
      for (const entry of ["postgres-password", "postgres.log"])
        assert.equal((await fs.stat(join(folder, entry))).uid, 0)
    } else {
      assert.equal((await fs.lstat(join(folder, "postgres"))).isDirectory(), true)
      assert.deepEqual(said, [`Making a new database in ${join(folder, "postgres")} …`])
    }

    const lines = said.length
    const again = await openEmbedded(folder, (line) => said.push(line), { owner: true })
    assert.deepEqual(await query(again.url, "select answer from kept"), [{ answer: 42 }])
    assert.equal(said.length, lines)
    await again.stop()

    if (isRoot) {
      await fs.rm(shelterOf(folder), { recursive: true })
      const gone = openEmbedded(folder, quietly, { owner: true })
      await assert.rejects(gone, refusedWith(/^The database was kept in .*, which is gone: put it back, or remove /))
    }
  })
})
