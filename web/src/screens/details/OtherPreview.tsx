import type { Conversation } from "@deskhand/sdk/client"
import * as Popover from "@radix-ui/react-popover"
import { Link } from "@tanstack/react-router"
import { Eye } from "lucide-react"
import { nameOf } from "../../data/people.ts"
import { wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import facts from "../../ui/facts/Facts.module.css"
import { layers } from "../../ui/parts/layers.ts"
import { TagChip } from "../../ui/parts/TagChip.tsx"
import styles from "./Details.module.css"

/** Enough of another conversation to know whether it is worth leaving this one. */
export function OtherPreview({ conversation }: { conversation: Conversation }) {
  const { id, number, subject, status, preview, assignee, tags, threads, userUpdatedAt } = conversation
  const title = subject || text("list.noSubject")
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className={styles["look"]} aria-label={text("details.preview", { subject: title })}>
          <Eye size={14} aria-hidden />
        </button>
      </Popover.Trigger>
      <Popover.Portal container={layers()}>
        <Popover.Content
          className={styles["preview"]}
          side={window.innerWidth < 800 ? "top" : "left"}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={title}
        >
          <h4>{title}</h4>
          <p className={facts["soft"]}>
            #{number} · {text(`status.${status}`)} · {text("list.row.messages", { count: threads })} ·{" "}
            {assignee ? nameOf(assignee) : text("conversation.nobody")}
          </p>
          <p className={styles["words"]}>{preview || text("list.noPreview")}</p>
          {tags.length > 0 && (
            <p className={styles["chips"]}>
              {tags.map((tag) => (
                <TagChip key={tag.id} tag={tag} />
              ))}
            </p>
          )}
          <p className={facts["faint"]}>{wholeMomentText(userUpdatedAt)}</p>
          <Link
            to="/conversation/$conversationId/$number"
            params={{ conversationId: String(id), number: String(number) }}
            search={(before) => before}
          >
            {text("details.openOther")}
          </Link>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
