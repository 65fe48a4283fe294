import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { reservePort } from "../ports.ts"
import { eventually } from "./events.ts"

const run = promisify(execFile)

export interface Postfix {
  url: string
  /** How many mails lie in its queues. */
  queued(): Promise<number>
  stop(): Promise<void>
}

const services = `
smtp      inet  n - n - - smtpd
pickup    unix  n - n 60 1 pickup
cleanup   unix  n - n - 0 cleanup
qmgr      unix  n - n 1 1 qmgr
rewrite   unix  - - n - - trivial-rewrite
bounce    unix  - - n - 0 bounce
defer     unix  - - n - 0 bounce
trace     unix  - - n - 0 bounce
verify    unix  - - n - 1 verify
flush     unix  n - n 1000? 0 flush
proxymap  unix  - - n - - proxymap
smtp      unix  - - n - - smtp
relay     unix  - - n - - smtp
error     unix  - - n - - error
retry     unix  - - n - - error
discard   unix  - - n - - discard
anvil     unix  - - n - 1 anvil
scache    unix  - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
`

/** A real Postfix on a port of its own that passes everything on to another relay. Needs root, as Postfix does. */
export async function startPostfix({ relayPort }: { relayPort: number }): Promise<Postfix> {
  const folder = await mkdtemp(join(tmpdir(), "postfix-"))
  await chmod(folder, 0o755)
  const [config, queue, data] = ["config", "queue", "data"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [config, queue, data]) await mkdir(path)
  await run("chown", ["postfix", data])
  const port = await reservePort("127.0.0.1")
  const settings = {
    compatibility_level: "3.6",
    queue_directory: queue,
    data_directory: data,
    maillog_file: join(folder, "mail.log"),
    maillog_file_prefixes: folder,
    myhostname: "relay.test.example",
    mydestination: "",
    inet_interfaces: "127.0.0.1",
    inet_protocols: "ipv4",
    mynetworks: "127.0.0.0/8",
    relayhost: `[127.0.0.1]:${relayPort}`,
    smtpd_relay_restrictions: "permit_mynetworks, reject",
    smtpd_recipient_restrictions:
      "check_recipient_access inline:{{refused@elsewhere.example = 550 5.1.1 Unknown here}}, permit_mynetworks, reject",
    alias_maps: "",
    local_recipient_maps: "",
    smtp_tls_security_level: "none",
    smtpd_tls_security_level: "none",
    minimal_backoff_time: "300s",
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  await writeFile(join(config, "main.cf"), lines.join(""))
  await writeFile(join(config, "master.cf"), services.replace("smtp      inet", `127.0.0.1:${port} inet`))
  const child: ChildProcess = spawn("postfix", ["-c", config, "start-fg"], { stdio: "ignore" })
  const ended = once(child, "exit")
  const postfix: Postfix = {
    url: `smtp://127.0.0.1:${port}?security=none`,
    async queued() {
      const { stdout } = await run("find", [
        queue,
        // A file that leaves a queue during the search is no error.
        "-ignore_readdir_race",
        "-type",
        "f",
        "(",
        "-path",
        "*/active/*",
        "-o",
        "-path",
        "*/deferred/*",
        "-o",
        "-path",
        "*/incoming/*",
        ")",
      ])
      return stdout.split("\n").filter((line) => line !== "").length
    },
    async stop() {
      await run("postfix", ["-c", config, "stop"]).catch(() => child.kill("SIGTERM"))
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
  await eventually(() => listens(port))
  return postfix
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" })
    socket.once("data", (greeting) => {
      socket.destroy()
      resolve(greeting.toString().startsWith("220"))
    })
    socket.once("error", () => resolve(false))
  })
}
