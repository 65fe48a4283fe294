import { Link } from "@tanstack/react-router"
import { UserRoundX } from "lucide-react"
import { statusOf } from "../../data/client.ts"
import { text } from "../../messages/people.ts"
import { Failure, Notice } from "../../ui/parts/Notice.tsx"
import { usePageTitle } from "../../ui/parts/page-title.ts"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import { NavigationButton } from "./NavigationButton.tsx"
import styles from "./Profile.module.css"

interface GoneProps {
  error: unknown
  retry: () => void
  to: "/customers" | "/organizations"
  title: string
  back: string
}

/** What stands there until a profile has come, and where none does. */
export function NoProfile({ error, retry, to, title, back }: GoneProps) {
  const isMissing = statusOf(error) === 404 || statusOf(error) === 400
  usePageTitle(isMissing ? title : undefined)
  return (
    <>
      <header className={styles["header"]}>
        <NavigationButton />
      </header>
      {isMissing ? (
        <Notice level={1} icon={<UserRoundX size={22} />} title={title} action={<Link to={to}>{back}</Link>}>
          {text("people.gone")}
        </Notice>
      ) : error ? (
        <Failure error={error} retry={retry} />
      ) : (
        <div className={styles["loading"]}>
          <Skeleton lines={["middle", "short", "long", "middle", "long", "short"]} />
        </div>
      )}
    </>
  )
}
