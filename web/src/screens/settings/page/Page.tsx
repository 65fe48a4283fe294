import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Failure } from "../../../ui/parts/Notice.tsx"
import { Skeleton } from "../../../ui/parts/Skeleton.tsx"
import styles from "./Page.module.css"

interface PageProps {
  title: string
  lead: ReactNode
  /** What there is to do with the whole of it. */
  action?: ReactNode
  children: ReactNode
}

export function Page({ title, lead, action, children }: PageProps) {
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
  if (error) return <Failure error={error} retry={() => void refetch()} />
  return <Skeleton lines={["long", "middle", "long", "middle", "long"]} />
}

export function Badge({ tone = "calm", children }: { tone?: "calm" | "good" | "bad"; children: ReactNode }) {
  return (
    <span className={styles["badge"]} data-tone={tone}>
      {children}
    </span>
  )
}
