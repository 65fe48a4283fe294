/** The name as it may stand in an address: letters and digits of any script, parted by dashes. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
  return slug === "" ? encodeURIComponent(name).toLowerCase().slice(0, 80) : slug
}

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
