import type { Conversation } from "@deskhand/sdk/client"
import {
  AlarmClock,
  AlarmClockOff,
  ArchiveRestore,
  Ellipsis,
  FolderInput,
  Link2,
  Merge,
  OctagonAlert,
  ShieldCheck,
  Trash2,
  Workflow,
} from "lucide-react"
import type { Actions } from "../../data/commands/actions.ts"
import type { Acts } from "../../data/commands/acts.ts"
import { administers, useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { keyOf, type ShortcutName } from "../../ui/keyboard/keymap.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { copy } from "../../ui/parts/copy.ts"
import { Keys } from "../../ui/parts/Keys.tsx"
import { Menu, MenuItem, MenuLine } from "../../ui/parts/Menu.tsx"
import { ask } from "../commands/asking.ts"
import { linkTo } from "./CopyNumber.tsx"

interface MoreMenuProps {
  conversation: Conversation
  acts: Acts
  actions: Actions
}

/** What is done less often, with the key that does it too. */
export function MoreMenu({ conversation, acts, actions }: MoreMenuProps) {
  const { status, state, snooze } = conversation
  const me = useMe()
  return (
    <Menu align="end" trigger={<IconButton label={text("conversation.more")} icon={<Ellipsis size={17} />} />}>
      <MenuItem icon={<AlarmClock size={15} />} hint={key("snooze")} onSelect={() => ask("snooze", acts)}>
        {text("conversation.snooze")}
      </MenuItem>
      {snooze && (
        <MenuItem icon={<AlarmClockOff size={15} />} onSelect={() => actions.wake()}>
          {text("conversation.wake")}
        </MenuItem>
      )}
      <MenuItem icon={<FolderInput size={15} />} hint={key("move")} onSelect={() => ask("move", acts)}>
        {text("conversation.move")}
      </MenuItem>
      <MenuItem icon={<Merge size={15} />} hint={key("merge")} onSelect={() => ask("merge", acts)}>
        {text("conversation.merge")}
      </MenuItem>
      <MenuItem icon={<Workflow size={15} />} hint={key("workflow")} onSelect={() => ask("workflow", acts)}>
        {text("shortcut.workflow")}
      </MenuItem>
      <MenuItem icon={<Link2 size={15} />} onSelect={() => void copy(linkTo(conversation))}>
        {text("conversation.copyLink")}
      </MenuItem>
      <MenuLine />
      {status === "spam" ? (
        <MenuItem icon={<ShieldCheck size={15} />} onSelect={() => acts.setStatus("active")}>
          {text("conversation.notSpam")}
        </MenuItem>
      ) : (
        <MenuItem icon={<OctagonAlert size={15} />} hint={key("spam")} onSelect={() => acts.setStatus("spam")}>
          {text("conversation.spam")}
        </MenuItem>
      )}
      {state !== "deleted" && (
        <MenuItem icon={<Trash2 size={15} />} hint={key("remove")} onSelect={acts.remove}>
          {text("conversation.remove")}
        </MenuItem>
      )}
      {state === "deleted" && administers(me) && (
        <MenuItem icon={<ArchiveRestore size={15} />} onSelect={() => actions.restore()}>
          {text("conversation.restore")}
        </MenuItem>
      )}
    </Menu>
  )
}

function key(name: ShortcutName) {
  return <Keys keys={keyOf(name)} />
}
