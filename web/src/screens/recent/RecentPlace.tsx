import { useMe } from "../../data/session.ts"
import { useStore } from "../../data/store.ts"
import { lazyComponent } from "../../ui/parts/lazy-component.tsx"
import styles from "./RecentPlace.module.css"
import { readRecent, recentStoreOf } from "./recent-conversations.ts"

const RecentStrip = lazyComponent(async () => (await import("./RecentStrip.tsx")).RecentStrip)

/** Kept free for what was open before: the conversation below does not move, under a click even, when that has been read. */
export function RecentPlace({ openId }: { openId: number }) {
  const opened = readRecent(useStore(recentStoreOf(useMe().id)))
  return (
    <div className={styles["place"]} hidden={!opened.some(({ id }) => id !== openId)}>
      <RecentStrip.Component openId={openId} />
    </div>
  )
}
