import { useLocation } from "@tanstack/react-router"
import { useMe } from "../../data/session.ts"
import { text } from "../../messages/settings.ts"
import { SideScreen } from "../../ui/parts/SideScreen.tsx"
import { sections } from "./sections.ts"

/** What belongs to the desk as a whole. */
export function SettingsScreen() {
  const me = useMe()
  const { pathname } = useLocation()
  return (
    <SideScreen
      title={text("settings.title")}
      label={text("settings.label")}
      parts={sections.filter(({ isFor }) => isFor(me))}
      up={upFrom(pathname)}
      width="wide"
      narrow="folded"
    />
  )
}

function upFrom(pathname: string) {
  const [, , section, id] = pathname.split("/")
  if (section === "inboxes" && id) return { to: "/settings/inboxes", label: text("inboxes.title") } as const
  if (section === "webhooks" && id) return { to: "/settings/webhooks", label: text("webhooks.title") } as const
  if (section === "mail" && id === "messages") return { to: "/settings/mail", label: text("ledger.back") } as const
  if (section === "workflows" && id) return { to: "/settings/workflows", label: text("workflows.title") } as const
  return section ? ({ to: "/settings", label: text("settings.all") } as const) : undefined
}
