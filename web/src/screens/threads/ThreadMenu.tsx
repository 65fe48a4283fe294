import type { Thread } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { Code, Ellipsis, Eye, EyeOff, ImageOff, Link2, MailSearch, Pencil, Split, Trash2 } from "lucide-react"
import { useState } from "react"
import { desk } from "../../data/client.ts"
import { refreshUnlessLive } from "../../data/live/refresh.ts"
import { nameOf } from "../../data/people.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import type { Consent } from "../../ui/message-body/consent.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { copy } from "../../ui/parts/copy.ts"
import { lazyComponent } from "../../ui/parts/lazy-component.tsx"
import { Menu, MenuItem, MenuLine } from "../../ui/parts/Menu.tsx"
import type { ThreadMail } from "./mail.ts"
import type { DialogName } from "./ThreadDialog.tsx"
import styles from "./ThreadView.module.css"

const ThreadDialog = lazyComponent(async () => (await import("./ThreadDialog.tsx")).ThreadDialog)

interface ThreadMenuProps {
  conversationId: number
  thread: Thread
  consent: Consent
  mail: ThreadMail | undefined
}

/** What can be done with one message. */
export function ThreadMenu({ conversationId, thread, consent, mail }: ThreadMenuProps) {
  const [asked, setAsked] = useState<DialogName>()
  const me = useMe()
  const queryClient = useQueryClient()
  const { id, type, state, createdBy } = thread
  const isSent = state === "published" || state === "hidden"
  const isOwnNote = type === "note" && createdBy.type === "user" && createdBy.id === me.id
  const changes = mayAnswer(me) || isOwnNote
  const isDeletable = type === "note" || state === "draft"

  async function setHidden(hidden: boolean) {
    try {
      await desk.conversations.threads(conversationId).patch(id, { op: "replace", path: "/hidden", value: hidden })
      tell(text(hidden ? "threads.hid" : "threads.showed"), { undo: () => void setHidden(!hidden) })
    } catch (error) {
      tellFailure(error)
    }
    refreshUnlessLive(queryClient, conversationId)
  }

  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton className={styles["more"] ?? ""} label={text("threads.more")} icon={<Ellipsis size={15} />} />
        }
      >
        <MenuItem icon={<Link2 size={15} />} onSelect={() => void copy(linkTo(id))}>
          {text("threads.copyLink")}
        </MenuItem>
        <MenuItem icon={<Code size={15} />} onSelect={() => setAsked("original")}>
          {text("threads.original")}
        </MenuItem>
        {mail && (
          <MenuItem icon={<MailSearch size={15} />} onSelect={() => setAsked("mail")}>
            {text(mail.incoming ? "mail.details" : "mail.details.sent")}
          </MenuItem>
        )}
        {consent.message || consent.sender ? (
          <MenuItem icon={<ImageOff size={15} />} onSelect={consent.withdraw}>
            {text("threads.images.block", { name: nameOf(createdBy) })}
          </MenuItem>
        ) : null}
        {changes && <MenuLine />}
        {changes && isSent && (
          <MenuItem icon={<Pencil size={15} />} onSelect={() => setAsked("edit")}>
            {text("threads.edit")}
          </MenuItem>
        )}
        {changes && isSent && type !== "note" && (
          <MenuItem
            icon={state === "hidden" ? <Eye size={15} /> : <EyeOff size={15} />}
            onSelect={() => void setHidden(state !== "hidden")}
          >
            {text(state === "hidden" ? "threads.show" : "threads.hide")}
          </MenuItem>
        )}
        {mayAnswer(me) && isSent && (
          <MenuItem icon={<Split size={15} />} onSelect={() => setAsked("split")}>
            {text("threads.split")}
          </MenuItem>
        )}
        {changes && isDeletable && (
          <MenuItem icon={<Trash2 size={15} />} onSelect={() => setAsked("delete")}>
            {text(state === "draft" ? "threads.deleteDraft" : "threads.deleteNote")}
          </MenuItem>
        )}
      </Menu>
      {asked && (
        <ThreadDialog.Component
          asked={asked}
          conversationId={conversationId}
          thread={thread}
          mail={mail}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

/** Of the page as it is open, without the list beside it, which is the reader's own. */
function linkTo(threadId: number): string {
  const { origin, pathname } = window.location
  return `${origin}${pathname}#thread-${threadId}`
}
