/** Ids in ascending order as few bytes: how much each is larger than the one before it, seven bits to a byte. */
export function pack(ids: Iterable<number>): Buffer {
  const bytes: number[] = []
  let last = 0
  for (const id of [...ids].sort((one, other) => one - other)) {
    let step = id - last
    last = id
    while (step >= 128) {
      bytes.push((step % 128) + 128)
      step = Math.floor(step / 128)
    }
    bytes.push(step)
  }
  return Buffer.from(bytes)
}

export function unpack(packed: Uint8Array, each: (id: number) => void): void {
  let id = 0
  let step = 0
  let worth = 1
  for (const byte of packed) {
    step += (byte % 128) * worth
    worth *= 128
    if (byte >= 128) continue
    id += step
    each(id)
    step = 0
    worth = 1
  }
}
