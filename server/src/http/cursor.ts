import { createHmac, timingSafeEqual } from "node:crypto"
import { DeskError } from "../errors.ts"

/** A row's place in a list by age. Both parts stand in the answers anyway, so a cursor tells nothing new. */
export interface Position {
  createdAt: Date
  id: number
}

export interface Seal {
  key: Buffer
  /** The list and its filters; a cursor works only with those it was made for. */
  of: unknown
}

const positionBytes = 16
const macBytes = 32

export function writeCursor(position: Position, seal: Seal): string {
  const bytes = Buffer.alloc(positionBytes)
  bytes.writeBigInt64BE(BigInt(position.createdAt.getTime()), 0)
  bytes.writeBigInt64BE(BigInt(position.id), 8)
  return Buffer.concat([bytes, macOf(bytes, seal)]).toString("base64url")
}

export interface OpenedCursor {
  /** Anybody may have made it up until it is proved. */
  position: Position
  /** Refuses a cursor that was not sealed so. */
  prove(seal: Seal): void
}

/** What it says, so that the key may be read together with what it leads to. */
export function openCursor(text: string): OpenedCursor {
  const bytes = Buffer.from(text, "base64url")
  // Decoding skips what is no base64url; written again, only the very text comes out.
  if (bytes.length !== positionBytes + macBytes || bytes.toString("base64url") !== text) throw unfit(text)
  const at = Number(bytes.readBigInt64BE(0))
  const id = Number(bytes.readBigInt64BE(8))
  if (Math.abs(at) > farthestMs || !Number.isSafeInteger(id)) throw unfit(text)
  return {
    position: { createdAt: new Date(at), id },
    prove(seal) {
      if (!timingSafeEqual(bytes.subarray(positionBytes), macOf(bytes.subarray(0, positionBytes), seal)))
        throw unfit(text)
    },
  }
}

/** Some 3,000 years from 1970, which the database can say too. */
const farthestMs = 1e14

function macOf(position: Buffer, { key, of }: Seal): Buffer {
  return createHmac("sha256", key).update(position).update(JSON.stringify(of)).digest()
}

function unfit(text: string): DeskError {
  const message = "is damaged, of another desk, or made for other filters; begin again without it"
  return new DeskError(400, "cursor", `Bad request: cursor ${message}`, {
    fields: [{ path: "cursor", message, rejectedValue: text, source: "QUERY" }],
  })
}
