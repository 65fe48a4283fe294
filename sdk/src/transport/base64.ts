/** With what browsers and every Node have; the newer `toBase64` and `fromBase64` are not there yet. */
export function toBase64(bytes: Uint8Array): string {
  let text = ""
  for (let start = 0; start < bytes.length; start += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(start, start + chunkBytes))
  return btoa(text)
}

/** Few enough to be passed as arguments. */
const chunkBytes = 32_768

export function fromBase64(text: string): Uint8Array {
  const characters = atob(text)
  const bytes = new Uint8Array(characters.length)
  for (let index = 0; index < bytes.length; index++) bytes[index] = characters.charCodeAt(index)
  return bytes
}
