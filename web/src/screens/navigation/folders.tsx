import type { Folder } from "@deskhand/sdk/client"
import {
  Archive,
  CircleAlert,
  CircleDashed,
  CircleUserRound,
  Clock,
  FilePen,
  Filter,
  type LucideIcon,
  OctagonAlert,
  Trash2,
  UserCheck,
  Users,
} from "lucide-react"
import type { ListedFolder } from "../../data/inboxes.ts"
import { text } from "../../messages/text.ts"

const icons: Record<Folder["type"], LucideIcon> = {
  unassigned: CircleDashed,
  mytickets: CircleUserRound,
  needsattention: CircleAlert,
  drafts: FilePen,
  assigned: UserCheck,
  snoozed: Clock,
  closed: Archive,
  spam: OctagonAlert,
  deleted: Trash2,
  team: Users,
  custom: Filter,
}

export function FolderIcon({ type }: { type: Folder["type"] }) {
  const Icon = icons[type]
  return <Icon size={15} />
}

/** Those that every inbox has are named here, so that they can be translated; the others were named by people. */
export function folderName({ type, name }: Pick<ListedFolder, "type" | "name">): string {
  return type === "team" || type === "custom" ? name : text(`folder.${type}`)
}
