import { type ReactNode, useState } from "react"
import styles from "./Profile.module.css"

/** The desk fetches it, so that nobody learns who looks; what cannot be shown is not. */
export function Portrait({ url, children }: { url: string | undefined; children: ReactNode }) {
  const [failed, setFailed] = useState<string>()
  if (!url || !/^https?:/i.test(url)) return <>{children}</>
  // As large as the picture would have been: nothing below it moves.
  if (failed === url) return <span className={styles["noPortrait"]}>{children}</span>
  return (
    <img
      className={styles["portrait"]}
      src={`/session/picture?url=${encodeURIComponent(url)}`}
      alt=""
      width={64}
      height={64}
      onError={() => setFailed(url)}
    />
  )
}
