import { DeskhandError } from "@deskhand/sdk/client"
import { CloudOff } from "lucide-react"
import type { ReactNode } from "react"
import { reasonOf } from "../../data/client.ts"
import { text } from "../../messages/text.ts"
import { Button } from "./Button.tsx"
import styles from "./Notice.module.css"

interface NoticeProps {
  icon: ReactNode
  title: string
  /** 1 where it stands for the whole page. */
  level?: 1 | 2
  children?: ReactNode
  action?: ReactNode
}

/** What stands where there is nothing else to see: what is the matter, and what to do next. */
export function Notice({ icon, title, level = 2, children, action }: NoticeProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles["notice"]}>
      <div className={styles["icon"]} aria-hidden>
        {icon}
      </div>
      <Heading className={styles["title"]}>{title}</Heading>
      {children && <p className={styles["more"]}>{children}</p>}
      {action}
    </div>
  )
}

export function Failure({ error, retry }: { error: unknown; retry: () => void }) {
  const logRef = error instanceof DeskhandError ? error.logRef : undefined
  return (
    <div role="alert">
      <Notice
        icon={<CloudOff size={22} />}
        title={text("failure.title")}
        action={<Button onClick={retry}>{text("failure.retry")}</Button>}
      >
        {reasonOf(error, text("failure.offline"))}
        {logRef && <span className={styles["reference"]}>{text("failure.reference", { id: logRef })}</span>}
      </Notice>
    </div>
  )
}
