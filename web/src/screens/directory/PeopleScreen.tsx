import { Outlet } from "@tanstack/react-router"
import { useStore } from "../../data/store.ts"
import { text } from "../../messages/people.ts"
import { Navigation } from "../navigation/Navigation.tsx"
import { Screen } from "../navigation/Screen.tsx"
import { navigationDrawer } from "./drawer.ts"
import styles from "./PeopleScreen.module.css"

/** Navigation, and beside it one page about customers or organizations. */
export function PeopleScreen() {
  const open = useStore(navigationDrawer)
  return (
    <Screen skips={[{ to: "page", label: text("people.skip") }]}>
      <Navigation open={open} onOpenChange={(next) => navigationDrawer.set(next)} />
      <main id="page" className={styles["main"]} tabIndex={-1}>
        <Outlet />
      </main>
    </Screen>
  )
}
