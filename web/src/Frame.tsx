import { Provider as TooltipProvider } from "@radix-ui/react-tooltip"
import { Outlet } from "@tanstack/react-router"
import { ShortcutSheet } from "./keyboard/ShortcutSheet.tsx"
import { ConnectionPill } from "./live/ConnectionPill.tsx"
import { Toasts } from "./parts/Toasts.tsx"

/** What every page has. */
export function Frame() {
  return (
    <TooltipProvider delayDuration={500} skipDelayDuration={200}>
      <Outlet />
      <ConnectionPill />
      <Toasts />
      <ShortcutSheet />
    </TooltipProvider>
  )
}
