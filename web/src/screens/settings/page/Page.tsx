import type { UseQueryResult } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { SearchX } from "lucide-react"
import type { ReactNode } from "react"
import { statusOf } from "../../../data/client.ts"
import { text } from "../../../messages/settings.ts"
import { Failure, Notice } from "../../../ui/parts/Notice.tsx"
import { usePageTitle } from "../../../ui/parts/page-title.ts"
import { Skeleton } from "../../../ui/parts/Skeleton.tsx"
import styles from "./Page.module.css"

interface PageProps {
  title: string
  lead: ReactNode
  /** Which of its tabs is shown, for the title of the window. */
  tab?: string | undefined
  /** What there is to do with the whole of it. */
  action?: ReactNode
  children: ReactNode
}

export function Page({ title, lead, tab, action, children }: PageProps) {
  const page = tab === undefined ? title : text("settings.pageTitle.tab", { title, tab })
  const isOverview = title === text("settings.title")
  usePageTitle(isOverview ? title : text("settings.pageTitle", { page }))
  return (
    <>
      <header className={styles["header"]}>
        <div>
          <h1>{title}</h1>
          <p className={styles["lead"]}>{lead}</p>
        </div>
        {action}
      </header>
      {children}
    </>
  )
}

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch">
  children: (data: Data) => ReactNode
}

/** What stands there before it has been read, and where it cannot be. */
export function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (statusOf(error) === 404) return <Missing />
  if (error) return <Failure error={error} retry={() => void refetch()} />
  return <Skeleton lines={["long", "middle", "long", "middle", "long"]} />
}

/** What an address names is not there, or not any more. */
function Missing() {
  usePageTitle(text("settings.missing.title"))
  return (
    <Notice
      level={1}
      icon={<SearchX size={22} />}
      title={text("settings.missing.title")}
      action={<Link to="/settings">{text("settings.missing.back")}</Link>}
    >
      {text("settings.missing")}
    </Notice>
  )
}

export function Badge({ tone = "calm", children }: { tone?: "calm" | "good" | "bad"; children: ReactNode }) {
  return (
    <span className={styles["badge"]} data-tone={tone}>
      {children}
    </span>
  )
}
