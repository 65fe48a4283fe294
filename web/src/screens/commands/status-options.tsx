import type { Conversation } from "@deskhand/sdk/client"
import { text } from "../../messages/text.ts"
import type { Option } from "../../ui/parts/Choices.tsx"
import styles from "./StatusDot.module.css"

export type Status = Conversation["status"]

export const statuses = ["active", "pending", "closed", "spam"] as const satisfies Status[]

export function statusOptions(typed: string, status: Status | undefined): Option[] {
  const wanted = typed.trim().toLowerCase()
  return statuses
    .map((key) => ({
      key,
      label: text(`status.${key}`),
      icon: <StatusDot status={key} />,
      chosen: key === status,
    }))
    .filter(({ label }) => label.toLowerCase().includes(wanted))
}

export function StatusDot({ status }: { status: Status }) {
  return <span className={styles["dot"]} data-status={status} />
}
