/** Numbers in ascending order as few bytes: how much each is larger than the one before it, seven bits to a byte. */
export function pack(numbers: Iterable<number>): Buffer {
  const bytes: number[] = []
  let last = 0
  for (const number of Float64Array.from(numbers).sort()) {
    let step = number - last
    last = number
    while (step >= 128) {
      bytes.push((step % 128) + 128)
      step = Math.floor(step / 128)
    }
    bytes.push(step)
  }
  return Buffer.from(bytes)
}

export function unpack(packed: Uint8Array, each: (number: number) => void): void {
  let number = 0
  let step = 0
  let worth = 1
  for (const byte of packed) {
    step += (byte % 128) * worth
    worth *= 128
    if (byte >= 128) continue
    number += step
    each(number)
    step = 0
    worth = 1
  }
}
