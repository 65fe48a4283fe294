export interface UnpackedFile {
  filename: string
  contents: Buffer
}

const begin = /^begin (?:[0-7]{3,4}) (\S.{0,300})$/

/** Files that old programs put between the lines of a text, and the text without them. What does not end stays text. */
export function uudecode(text: string): { text: string; files: UnpackedFile[] } {
  if (!/^begin [0-7]{3,4} \S/m.test(text)) return { text, files: [] }
  const lines = text.split("\n")
  const kept: string[] = []
  const files: UnpackedFile[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? "").replace(/\r$/, "")
    const [, filename] = files.length < 100 ? (begin.exec(line) ?? []) : []
    const file = filename === undefined ? undefined : readFile(lines, at + 1)
    if (filename === undefined || !file) kept.push(lines[at] ?? "")
    else {
      files.push({ filename, contents: file.contents })
      at = file.end
    }
  }
  return { text: kept.join("\n"), files }
}

function readFile(lines: string[], start: number): { contents: Buffer; end: number } | undefined {
  const chunks: Buffer[] = []
  for (let at = start; at < lines.length; at++) {
    const line = (lines[at] ?? "").replace(/\r$/, "")
    if (line === "end") return { contents: Buffer.concat(chunks), end: at }
    const chunk = readLine(line)
    if (!chunk) return undefined
    chunks.push(chunk)
  }
  return undefined
}

/** The first character says how many bytes the others stand for, four of them for three bytes. */
function readLine(line: string): Buffer | undefined {
  if (line === "") return Buffer.alloc(0)
  const digit = (at: number) => ((line.charCodeAt(at) || 0x20) - 0x20) & 63
  const length = digit(0)
  if (/[^\x20-\x60]/.test(line) || line.length - 1 > Math.ceil(length / 3) * 4 + 2) return undefined
  const bytes: number[] = []
  for (let at = 1; bytes.length < length; at += 4) {
    const group = (digit(at) << 18) | (digit(at + 1) << 12) | (digit(at + 2) << 6) | digit(at + 3)
    bytes.push(group >> 16, (group >> 8) & 255, group & 255)
  }
  return Buffer.from(bytes.slice(0, length))
}
