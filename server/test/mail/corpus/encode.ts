import { TextDecoder } from "node:util"

const tables = new Map<string, Map<string, number[]>>()

/** A text as old programs send it: the platform only decodes these character sets. */
export function encodeIn(charset: string, text: string): Buffer {
  const table = tables.get(charset) ?? tableOf(charset)
  tables.set(charset, table)
  const bytes = [...text].flatMap((character) => {
    const known = table.get(character)
    if (!known) throw new Error(`${character} is not in ${charset}.`)
    return known
  })
  return Buffer.from(bytes)
}

function tableOf(charset: string): Map<string, number[]> {
  const decoder = new TextDecoder(charset)
  const table = new Map<string, number[]>()
  const add = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes))
    if ([...text].length === 1 && text !== "\ufffd" && !table.has(text)) table.set(text, bytes)
  }
  for (let byte = 0; byte < 0x100; byte++) add(byte)
  if (/^(gb|big|shift|euc)/.test(charset))
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail)
  return table
}
