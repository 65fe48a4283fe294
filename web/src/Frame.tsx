import { Provider as TooltipProvider } from "@radix-ui/react-tooltip"
import { Outlet } from "@tanstack/react-router"
import { switchScheme } from "./desk/scheme.ts"
import { ShortcutSheet } from "./keyboard/ShortcutSheet.tsx"
import { useShortcut } from "./keyboard/shortcuts.ts"
import { ConnectionPill } from "./live/ConnectionPill.tsx"
import { Toasts } from "./parts/Toasts.tsx"

/** What every page has. */
export function Frame() {
  useShortcut("scheme", switchScheme)
  return (
    <TooltipProvider delayDuration={500} skipDelayDuration={200}>
      <Outlet />
      <ConnectionPill />
      <Toasts />
      <ShortcutSheet />
    </TooltipProvider>
  )
}
