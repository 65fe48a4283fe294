import { useEffect, useState } from "react"
import { useShortcut } from "../keyboard/shortcuts.ts"
import { later } from "../parts/later.tsx"

const Palette = later(async () => (await import("./Palette.tsx")).Palette)

/** Opens the list of everything there is to do. It is fetched in advance, so that it opens at once. */
export function PaletteHost() {
  const [open, setOpen] = useState(false)
  useShortcut("palette", () => setOpen(!open))
  useEffect(Palette.prepare, [])
  return open ? <Palette.Component onClose={() => setOpen(false)} /> : null
}
