import type { Conversation } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import {
  AlarmClock,
  AlarmClockOff,
  ArchiveRestore,
  Ellipsis,
  FolderInput,
  Link2,
  Mail,
  Merge,
  OctagonAlert,
  ShieldCheck,
  Trash2,
  Workflow,
} from "lucide-react"
import { type CommandScope, giveCommand } from "../../data/commands/give.ts"
import { markUnread } from "../../data/conversations/unread.ts"
import { administers, useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { keyOf, type ShortcutName } from "../../ui/keyboard/keymap.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { copy } from "../../ui/parts/copy.ts"
import { Keys } from "../../ui/parts/Keys.tsx"
import { Menu, MenuItem, MenuLine } from "../../ui/parts/Menu.tsx"
import { openCommandDialog } from "../commands/open-dialog.ts"
import { linkTo } from "./CopyNumber.tsx"
import { FollowItem } from "./FollowButton.tsx"

interface MoreMenuProps {
  conversation: Conversation
  scope: CommandScope
}

/** What is done less often, with the key that does it too. */
export function MoreMenu({ conversation, scope }: MoreMenuProps) {
  const { status, state, snooze } = conversation
  const me = useMe()
  const queryClient = useQueryClient()
  return (
    <Menu align="end" trigger={<IconButton label={text("conversation.more")} icon={<Ellipsis size={17} />} />}>
      <MenuItem
        icon={<AlarmClock size={15} />}
        hint={key("snooze")}
        onSelect={() => openCommandDialog("snooze", scope)}
      >
        {text("conversation.snooze")}
      </MenuItem>
      {snooze && (
        <MenuItem icon={<AlarmClockOff size={15} />} onSelect={() => giveCommand(scope, { snooze: null })}>
          {text("conversation.wake")}
        </MenuItem>
      )}
      <MenuItem icon={<FolderInput size={15} />} hint={key("move")} onSelect={() => openCommandDialog("move", scope)}>
        {text("conversation.move")}
      </MenuItem>
      <MenuItem icon={<Merge size={15} />} hint={key("merge")} onSelect={() => openCommandDialog("merge", scope)}>
        {text("conversation.merge")}
      </MenuItem>
      <MenuItem
        icon={<Workflow size={15} />}
        hint={key("workflow")}
        onSelect={() => openCommandDialog("workflow", scope)}
      >
        {text("shortcut.workflow")}
      </MenuItem>
      <MenuItem
        icon={<Mail size={15} />}
        hint={key("markUnread")}
        onSelect={() => void markUnread(queryClient, conversation.id)}
      >
        {text("conversation.markUnread")}
      </MenuItem>
      <FollowItem conversation={conversation} />
      <MenuItem icon={<Link2 size={15} />} onSelect={() => void copy(linkTo(conversation))}>
        {text("conversation.copyLink")}
      </MenuItem>
      <MenuLine />
      {status === "spam" ? (
        <MenuItem icon={<ShieldCheck size={15} />} onSelect={() => giveCommand(scope, { status: "active" })}>
          {text("conversation.notSpam")}
        </MenuItem>
      ) : (
        <MenuItem
          icon={<OctagonAlert size={15} />}
          hint={key("spam")}
          onSelect={() => giveCommand(scope, { status: "spam" })}
        >
          {text("conversation.spam")}
        </MenuItem>
      )}
      {state !== "deleted" && (
        <MenuItem
          icon={<Trash2 size={15} />}
          hint={key("remove")}
          onSelect={() => giveCommand(scope, { state: "deleted" })}
        >
          {text("conversation.remove")}
        </MenuItem>
      )}
      {state === "deleted" && administers(me) && (
        <MenuItem icon={<ArchiveRestore size={15} />} onSelect={() => giveCommand(scope, { state: "published" })}>
          {text("conversation.restore")}
        </MenuItem>
      )}
    </Menu>
  )
}

function key(name: ShortcutName) {
  return <Keys keys={keyOf(name)} />
}
