import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isFree, reservePort } from "../ports.ts"
import { until } from "../until.ts"
import { key, valid } from "./certificates.ts"

/** The certificates of the tests are for this address, and it is none that a desk may call unless it is told so. */
export const dovecotHost = "127.0.0.2"

export interface Dovecot {
  host: string
  /** With STARTTLS; passwords are taken without it too, unless the settings say otherwise. */
  port: number
  /** TLS from the first byte. */
  tlsPort: number
  lmtpPort: number
  start(): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Puts a message into somebody's INBOX, as it is. */
  deliver(user: string, message: string | Buffer): Promise<void>
  /** What there is in somebody's INBOX, by the names of its files: flags stand behind `:2,`. */
  listNames(user: string): Promise<string[]>
  /** Gives every message of somebody a new UID, and their INBOX another UIDVALIDITY. */
  renumber(user: string): Promise<void>
  remove(): Promise<void>
}

export interface DovecotOptions {
  /** Name and password of each. */
  users?: Record<string, string>
  /** Lines for its configuration; the last one of a setting counts. */
  settings?: string
}

/** A real Dovecot with a Maildir for each user, in a folder of its own. */
export async function startDovecot({
  users = { desk: "secret" },
  settings = "",
}: DovecotOptions = {}): Promise<Dovecot> {
  const owner = ownerOf()
  const folder = await mkdtemp(join(tmpdir(), "dovecot-"))
  const reserve = () => reservePort(dovecotHost)
  const [port, tlsPort, lmtpPort] = [await reserve(), await reserve(), await reserve()]
  const home = (user: string) => join(folder, "mail", user, "Maildir")
  const write = async (path: string, text: string | Buffer) => {
    await writeFile(path, text)
    await chown(path, owner.uid, owner.gid)
  }
  const make = async (path: string) => {
    await mkdir(path, { recursive: true })
    await chown(path, owner.uid, owner.gid)
  }
  await chown(folder, owner.uid, owner.gid)
  for (const name of ["run", "state", "mail"]) await make(join(folder, name))
  for (const user of Object.keys(users))
    for (const part of ["..", "", "new", "cur", "tmp"]) await make(join(home(user), part))
  await write(
    join(folder, "users"),
    Object.entries(users)
      .map(([user, word]) => `${user}:{PLAIN}${word}\n`)
      .join(""),
  )
  await write(join(folder, "certificate"), valid)
  await write(join(folder, "key"), key)
  const configuration = configurationOf(folder, { port, tlsPort, lmtpPort, ...owner })
  await write(join(folder, "configuration"), `${configuration}\n${settings}\n`)

  let child: ChildProcess | undefined
  const start = async () => {
    const identity = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}
    const args = ["-F", "-c", join(folder, "configuration")]
    // On a busy machine what the one before has started may outlive it, and still listen.
    for (const used of [port, tlsPort, lmtpPort]) await until(() => isFree(used, dovecotHost))
    child = spawn("/usr/sbin/dovecot", args, { stdio: "ignore", cwd: folder, ...identity })
    const started = child
    await until(async () => started.exitCode !== null || (await greets(port)))
    if (started.exitCode !== null) throw new Error("Dovecot did not start")
  }
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child?.kill(signal)) await once(child, "exit")
    child = undefined
  }
  await start()
  return {
    host: dovecotHost,
    port,
    tlsPort,
    lmtpPort,
    start,
    stop,
    async deliver(user, message) {
      const name = `${process.hrtime.bigint()}.${randomUUID()}.test`
      await write(join(home(user), "tmp", name), message)
      await rename(join(home(user), "tmp", name), join(home(user), "new", name))
    },
    listNames: async (user) =>
      (await Promise.all(["new", "cur"].map((part) => readdir(join(home(user), part))))).flat().sort(),
    async renumber(user) {
      // A session that has not ended yet would write the old numbers again.
      await stop()
      const names = await readdir(home(user))
      for (const name of names.filter((name) => /^dovecot(-uidlist|\.index.*|\.list.*)$/.test(name)))
        await rm(join(home(user), name), { force: true })
      await start()
    },
    async remove() {
      await stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

/** Dovecot does not let mail belong to root; whoever runs the tests otherwise runs it as themselves. */
function ownerOf(): { uid: number; gid: number } {
  const uid = process.getuid?.() ?? 0
  return uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid: process.getgid?.() ?? 0 }
}

interface Place {
  port: number
  tlsPort: number
  lmtpPort: number
  uid: number
  gid: number
}

function configurationOf(folder: string, { port, tlsPort, lmtpPort, uid, gid }: Place): string {
  return `
protocols = imap lmtp
listen = ${dovecotHost}
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
auth_debug = no
default_internal_user = ${nameOf("-un", uid)}
default_internal_group = ${nameOf("-gn", uid)}
default_login_user = ${nameOf("-un", uid)}
first_valid_uid = ${Math.min(uid, 500)}
first_valid_gid = 0
last_valid_uid = 0
ssl = yes
ssl_cert = <${folder}/certificate
ssl_key = <${folder}/key
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
mail_fsync = never
mail_location = maildir:~/Maildir
mail_max_userip_connections = 100
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%n ${folder}/users
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%n
}
# Who guesses wrong is made to wait by it, and tests do so on purpose.
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${lmtpPort}
  }
}`
}

function nameOf(what: "-un" | "-gn", uid: number): string {
  return execFileSync("id", [what, String(uid)])
    .toString()
    .trim()
}

async function greets(port: number): Promise<boolean> {
  const socket = connect({ port, host: dovecotHost })
  try {
    const [greeting] = await once(socket, "data")
    return String(greeting).startsWith("* OK")
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
