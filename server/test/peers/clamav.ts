import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { crc32, deflateRawSync } from "node:zlib"
import { scannerVersion } from "../../src/conversations/attachments/clamav.ts"
import { until } from "../until.ts"

/** The file that every scanner takes for a virus; in two parts, so that none of them takes this one for it. */
export const eicar = Buffer.from(["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join(""))

export interface Clamd {
  /** The path of its socket. */
  address: string
  start(): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
  remove(): Promise<void>
}

/** A real ClamAV daemon that knows one signature. */
export async function makeClamd(settings: Record<string, string> = {}): Promise<Clamd> {
  const folder = await mkdtemp(join(tmpdir(), "clamd-"))
  const address = join(folder, "socket")
  const signatures = join(folder, "signatures")
  await mkdir(signatures)
  await writeFile(join(signatures, "own.hdb"), "44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test-Signature\n")
  const lines = { Foreground: "yes", DatabaseDirectory: signatures, LocalSocket: address, ...settings }
  const path = join(folder, "clamd.conf")
  await writeFile(
    path,
    Object.entries(lines).map((line) => `${line.join(" ")}\n`),
  )
  let child: ChildProcess | undefined
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child?.kill(signal)) await once(child, "exit")
    child = undefined
    await rm(address, { force: true })
  }
  return {
    address,
    async start() {
      const started = spawn("/usr/sbin/clamd", ["-c", path], { stdio: "ignore" })
      child = started
      await until(async () => {
        if (started.exitCode !== null) throw new Error("clamd did not start")
        return (await scannerVersion(address).catch(() => undefined)) !== undefined
      })
    },
    stop,
    async remove() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Something that listens where a scanner should. */
export async function fakeScanner(
  onConnection: (socket: Socket) => void,
): Promise<{ address: string; close(): Promise<unknown> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    onConnection(socket)
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      return once(server.close(), "close")
    },
  }
}

/** An archive with one file; one that is locked says so, and nobody has the key. */
export function zipped(name: string, contents: Buffer, { locked = false } = {}): Buffer {
  const packed = deflateRawSync(contents)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(locked ? 1 : 0, 2)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc32(contents), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(contents.length, 18)
  common.writeUInt16LE(name.length, 22)
  const file = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed])
  const entry = Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), common, Buffer.alloc(14), Buffer.from(name)])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(entry.length, 8)
  end.writeUInt32LE(file.length, 12)
  return Buffer.concat([file, entry, Buffer.from("PK\x05\x06"), end])
}
