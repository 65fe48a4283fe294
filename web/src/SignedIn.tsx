import { useQueryClient } from "@tanstack/react-query"
import { Outlet, useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { followCommands } from "./commands/follow.ts"
import { WaitingCommands } from "./commands/WaitingCommands.tsx"
import { useChangePreferences, usePreferences } from "./desk/preferences.ts"
import { shownScheme, showScheme } from "./desk/scheme.ts"
import { useLetters, useShortcut } from "./keyboard/shortcuts.ts"
import { followEvents } from "./live/follow.ts"
import { hearOpenings } from "./notifications/push.ts"
import { PaletteHost } from "./palette/PaletteHost.tsx"
import { tellFailure } from "./parts/toasts.ts"
import { useSession } from "./session/session.ts"

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
  const navigate = useNavigate()
  useEffect(() => hearOpenings((path) => void navigate({ to: path })), [navigate])
  useShortcut("goSettings", () => void navigate({ to: "/settings" }))
  const { theme, shortcuts } = usePreferences()
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
