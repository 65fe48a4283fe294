import { useQueryClient } from "@tanstack/react-query"
import { Outlet, useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { followCommands } from "../data/commands/follow.ts"
import { whenIdle } from "../data/idle.ts"
import { followEvents } from "../data/live/follow.ts"
import { hearOpenings } from "../data/notifications/push.ts"
import { startOffline } from "../data/offline/offline.ts"
import { useChangePreferences, usePreferences } from "../data/preferences.ts"
import { shownScheme, showScheme } from "../data/scheme.ts"
import { useSession } from "../data/session.ts"
import { tellFailure } from "../data/toasts.ts"
import { WaitingCommands } from "../screens/commands/WaitingCommands.tsx"
import { PaletteHost } from "../screens/palette/PaletteHost.tsx"
import { useLetters, useShortcut } from "../ui/keyboard/shortcuts.ts"
import { applyRegion } from "./reader-region.ts"

/** What every page has behind the door: news from the desk, and how one likes to work. */
export function SignedIn() {
  const queryClient = useQueryClient()
  const { user, lastEvent } = useSession()
  const userId = user.id
  const [after] = useState(lastEvent)
  useEffect(() => {
    const ending = new AbortController()
    followEvents(queryClient, { userId, after, signal: ending.signal })
    return () => ending.abort()
  }, [queryClient, userId, after])
  useEffect(() => followCommands(queryClient, userId), [queryClient, userId])
  useEffect(() => whenIdle(() => void startOffline(userId)), [userId])
  const navigate = useNavigate()
  useEffect(() => hearOpenings((path) => void navigate({ to: path })), [navigate])
  useShortcut("goSettings", () => void navigate({ to: "/settings" }))
  const preferences = usePreferences()
  const { theme, shortcuts } = preferences
  applyRegion(user, preferences)
  const change = useChangePreferences()
  useEffect(() => showScheme(theme), [theme])
  useLetters(shortcuts)
  useShortcut("scheme", () => {
    change({ theme: shownScheme() === "dark" ? "light" : "dark" }).catch((error: unknown) => tellFailure(error))
  })
  return (
    <>
      <Outlet />
      <PaletteHost />
      <WaitingCommands />
    </>
  )
}
