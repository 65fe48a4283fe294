/** The name as it may stand in an address: letters and digits of any script, parted by dashes. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
  return slug === "" ? encodeURIComponent(name).toLowerCase().slice(0, 80) : slug
}

export const defaultColor = "#929499"

/** The colors that the settings offer, by the words that clients send. */
const colorsByWord = new Map([
  ["none", defaultColor],
  ["gray", defaultColor],
  ["grey", defaultColor],
  ["blue", "#4381b5"],
  ["green", "#2f9e6d"],
  ["yellow", "#c99a1d"],
  ["orange", "#d9732b"],
  ["red", "#c9463d"],
  ["pink", "#b2528f"],
  ["purple", "#7a5cc0"],
])

/** As a hex color; undefined for a word that names none. */
export function readColor(given: string): string | undefined {
  return given.startsWith("#") ? given : colorsByWord.get(given.toLowerCase())
}

export const colorWords = [...colorsByWord.keys()]

export interface TagStyles {
  dark: TagStyle
  default: TagStyle
}

interface TagStyle {
  background: { fill: string }
  text: { fill: string }
}

/** A pale ground with dark letters by day, a deep ground with light letters by night, both readable for any colour. */
export function stylesOf(color: string): TagStyles {
  return {
    dark: { background: { fill: mix(color, "#000000", 0.65) }, text: { fill: mix(color, "#ffffff", 0.8) } },
    default: { background: { fill: mix(color, "#ffffff", 0.82) }, text: { fill: mix(color, "#000000", 0.65) } },
  }
}

function mix(color: string, other: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const own = Number.parseInt(color.slice(at, at + 2), 16)
    const mixed = own + (Number.parseInt(other.slice(at, at + 2), 16) - own) * share
    return Math.round(mixed).toString(16).padStart(2, "0")
  })
  return `#${channels.join("")}`
}
