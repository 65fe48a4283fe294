import type { Conversation } from "@deskhand/sdk/client"
import { BellPlus, BellRing } from "lucide-react"
import { useFollowing } from "../../data/conversations/followers.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import { keyOf } from "../../ui/keyboard/keymap.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { Keys } from "../../ui/parts/Keys.tsx"
import { MenuItem } from "../../ui/parts/Menu.tsx"
import styles from "./FollowButton.module.css"

type Followed = Pick<Conversation, "id" | "number">

function useFollow({ id, number }: Followed): { follows: boolean; toggle: () => void } {
  const [follows, change] = useFollowing(id)
  const done = text(follows ? "follow.ended" : "follow.done", { number: String(number) })
  const toggle = () =>
    void change(!follows).then(
      () => tell(done),
      (error: unknown) => tellFailure(error),
    )
  return { follows, toggle }
}

export function FollowButton({ conversation }: { conversation: Followed }) {
  const { follows, toggle } = useFollow(conversation)
  useShortcut("follow", toggle)
  const mayAct = mayAnswer(useMe())
  return (
    <IconButton
      // The menu has it too, for those who have a menu.
      className={mayAct ? (styles["foldable"] ?? "") : ""}
      label={text("follow.follow")}
      icon={follows ? <BellRing size={16} /> : <BellPlus size={16} />}
      shortcut="follow"
      aria-pressed={follows}
      onClick={toggle}
    />
  )
}

export function FollowItem({ conversation }: { conversation: Followed }) {
  const { follows, toggle } = useFollow(conversation)
  return (
    <MenuItem
      icon={follows ? <BellRing size={15} /> : <BellPlus size={15} />}
      hint={<Keys keys={keyOf("follow")} />}
      onSelect={toggle}
    >
      {text(follows ? "follow.unfollow" : "follow.follow")}
    </MenuItem>
  )
}
