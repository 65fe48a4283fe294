import { Menu } from "lucide-react"
import { text } from "../../messages/people.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { UnreadMark } from "../notifications/NotificationBell.tsx"
import styles from "./Directory.module.css"
import { navigationDrawer } from "./drawer.ts"

/** Seen only where the navigation has no room beside the page. */
export function NavigationButton() {
  return (
    <IconButton
      className={styles["menu"] ?? ""}
      label={text("nav.open")}
      icon={
        <UnreadMark>
          <Menu size={17} />
        </UnreadMark>
      }
      onClick={() => navigationDrawer.set(true)}
    />
  )
}
