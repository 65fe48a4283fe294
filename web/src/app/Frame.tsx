import { Provider as TooltipProvider } from "@radix-ui/react-tooltip"
import { Outlet } from "@tanstack/react-router"
import { ConnectionPill } from "../data/live/ConnectionPill.tsx"
import { ShortcutSheet } from "../ui/parts/ShortcutSheet.tsx"
import { Toasts } from "../ui/parts/Toasts.tsx"

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
