import {
  AlarmClock,
  CircleDot,
  Forward,
  ListChecks,
  MessageSquareText,
  NotebookPen,
  Tag,
  UserPlus,
  Webhook,
} from "lucide-react"
import type { ReactNode } from "react"
import type { ActionKind } from "./values.ts"

export const actionIcons: Record<ActionKind, ReactNode> = {
  assign: <UserPlus size={15} aria-hidden />,
  status: <CircleDot size={15} aria-hidden />,
  tag: <Tag size={15} aria-hidden />,
  field: <ListChecks size={15} aria-hidden />,
  note: <NotebookPen size={15} aria-hidden />,
  reply: <MessageSquareText size={15} aria-hidden />,
  snooze: <AlarmClock size={15} aria-hidden />,
  webhook: <Webhook size={15} aria-hidden />,
  forward: <Forward size={15} aria-hidden />,
}
