import type { Inbox, ListedSavedReply } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { MessageSquareText, Pencil, Plus, Trash2 } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../../data/client.ts"
import { savedRepliesQuery } from "../../../../data/saved-replies.ts"
import { text } from "../../../../messages/settings.ts"
import { ConfirmDialog } from "../../../../ui/form/DialogForm.tsx"
import { Button, IconButton } from "../../../../ui/parts/Button.tsx"
import { Dialog } from "../../../../ui/parts/Dialog.tsx"
import { Notice } from "../../../../ui/parts/Notice.tsx"
import { Loaded } from "../../page/Page.tsx"
import { RowActions, Rows, RowText } from "../../page/Rows.tsx"
import { useRefresh } from "../../page/refresh.ts"
import { TabHead } from "../tab/TabHead.tsx"
import { EditReplyForm, ReplyForm } from "./ReplyForm.tsx"

export function SavedRepliesTab({ inbox }: { inbox: Inbox }) {
  const replies = useQuery(savedRepliesQuery(inbox.id))
  const [edited, setEdited] = useState<ListedSavedReply | "new">()
  const [going, setGoing] = useState<ListedSavedReply>()
  const refresh = useRefresh()
  const close = () => setEdited(undefined)
  return (
    <>
      <TabHead
        lead={text("replies.lead")}
        action={
          <Button look="primary" onClick={() => setEdited("new")}>
            <Plus size={15} aria-hidden /> {text("replies.add")}
          </Button>
        }
      />
      <Loaded query={replies}>
        {(all) => (
          <Rows
            label={text("replies.title")}
            items={all}
            keyOf={({ id }) => id}
            wordsOf={({ name, preview = "", chatPreview = "" }) => `${name} ${preview} ${chatPreview}`}
            empty={
              <Notice icon={<MessageSquareText size={22} />} title={text("replies.none")}>
                {text("replies.none.more")}
              </Notice>
            }
          >
            {(reply) => (
              <>
                <RowText
                  title={reply.name}
                  more={reply.preview ?? text("replies.chatOnly", { preview: reply.chatPreview ?? "" })}
                />
                <RowActions>
                  <IconButton
                    label={text("settings.edit", reply)}
                    icon={<Pencil size={15} />}
                    onClick={() => setEdited(reply)}
                  />
                  <IconButton
                    label={text("settings.delete", reply)}
                    icon={<Trash2 size={15} />}
                    onClick={() => setGoing(reply)}
                  />
                </RowActions>
              </>
            )}
          </Rows>
        )}
      </Loaded>
      <Dialog
        title={text(edited === "new" ? "replies.add" : "replies.edit")}
        open={edited !== undefined}
        onClose={close}
        size="large"
      >
        {edited === "new" && <ReplyForm inboxId={inbox.id} reply={undefined} onClose={close} />}
        {edited && edited !== "new" && <EditReplyForm inboxId={inbox.id} id={edited.id} onClose={close} />}
      </Dialog>
      <ConfirmDialog
        title={text("replies.delete.ask", { name: going?.name ?? "" })}
        open={going !== undefined}
        onClose={() => setGoing(undefined)}
        confirm={text("settings.delete.one")}
        done={text("settings.deleted", { name: going?.name ?? "" })}
        onConfirm={async () => {
          if (going) await desk.inboxes.savedReplies(inbox.id).delete(going.id)
          await refresh(["saved-replies", inbox.id])
        }}
      >
        {text("replies.delete.what")}
      </ConfirmDialog>
    </>
  )
}
