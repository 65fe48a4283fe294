import { useMe } from "../../data/session.ts"
import { useStore } from "../../data/store.ts"
import { later } from "../../ui/parts/later.tsx"
import { openedBy, readOpened } from "./opened.ts"
import styles from "./RecentPlace.module.css"

const RecentStrip = later(async () => (await import("./RecentStrip.tsx")).RecentStrip)

/** Kept free for what was open before: the conversation below does not move, under a click even, when that has been read. */
export function RecentPlace({ openId }: { openId: number }) {
  const opened = readOpened(useStore(openedBy(useMe().id)))
  return (
    <div className={styles["place"]} hidden={!opened.some(({ id }) => id !== openId)}>
      <RecentStrip.Component openId={openId} />
    </div>
  )
}
