import { type ComponentType, useEffect, useState } from "react"
import { useShortcut } from "../keyboard/shortcuts.ts"

type PaletteComponent = ComponentType<{ onClose: () => void }>

/** Not `lazy`: what is there already would still wait for its turn. */
let loaded: PaletteComponent | undefined

async function load(): Promise<void> {
  loaded = (await import("./Palette.tsx")).Palette
}

/** Opens the list of everything there is to do. It is loaded when nothing else is going on, so that it opens at once. */
export function PaletteHost() {
  const [Open, setOpen] = useState<{ Palette: PaletteComponent }>()
  useShortcut("palette", () => {
    if (Open) return setOpen(undefined)
    if (loaded) return setOpen({ Palette: loaded })
    // Without the desk there is nothing to be done either, and the pill says so.
    load().then(
      () => loaded && setOpen({ Palette: loaded }),
      () => {},
    )
  })
  useEffect(() => {
    // Not every browser says when it is idle.
    if (!("requestIdleCallback" in window)) return
    const waiting = window.requestIdleCallback(() => void load().catch(() => {}))
    return () => window.cancelIdleCallback(waiting)
  }, [])
  return Open ? <Open.Palette onClose={() => setOpen(undefined)} /> : null
}
