import { Outlet } from "@tanstack/react-router"
import { useStore } from "../desk/store.ts"
import { text } from "../messages/people.ts"
import { Navigation } from "../navigation/Navigation.tsx"
import { useIcons } from "../navigation/width.ts"
import { navigationDrawer } from "./drawer.ts"
import styles from "./PeopleScreen.module.css"

/** Navigation, and beside it one page about customers or organizations. */
export function PeopleScreen() {
  const [icons] = useIcons()
  const open = useStore(navigationDrawer)
  return (
    <div className={styles["screen"]} data-navigation={icons ? "icons" : "names"}>
      <a className={styles["skip"]} href="#page">
        {text("people.skip")}
      </a>
      <Navigation open={open} onOpenChange={(next) => navigationDrawer.set(next)} />
      <main id="page" className={styles["main"]} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}
