import { useLocation } from "@tanstack/react-router"
import { Bell, KeyRound, MonitorSmartphone, SlidersHorizontal, UserRound } from "lucide-react"
import { text } from "../../messages/text.ts"
import { usePageTitle } from "../../ui/parts/page-title.ts"
import { type SidePart, SideScreen } from "../../ui/parts/SideScreen.tsx"

const parts: readonly SidePart[] = [
  { to: "/account/profile", label: text("account.profile"), Icon: UserRound },
  { to: "/account", label: text("account.preferences"), Icon: SlidersHorizontal, exact: true },
  { to: "/account/notifications", label: text("account.notifications"), Icon: Bell },
  { to: "/account/password", label: text("account.password"), Icon: KeyRound },
  { to: "/account/sessions", label: text("account.sessions"), Icon: MonitorSmartphone },
]

/** What belongs to whoever is signed in alone. */
export function AccountScreen() {
  const { pathname } = useLocation()
  usePageTitle(parts.find(({ to }) => to === pathname.replace(/(?<=.)\/$/, ""))?.label ?? text("account.title"))
  return <SideScreen title={text("account.title")} label={text("account.label")} parts={parts} />
}
