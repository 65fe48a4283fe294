import type { Inbox } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { FolderOpen, Pencil, Plus, Trash2 } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../../data/client.ts"
import { foldersQuery, type ListedFolder } from "../../../../data/inboxes.ts"
import { text } from "../../../../messages/settings.ts"
import { ConfirmDialog } from "../../../../ui/form/DialogForm.tsx"
import { Button, IconButton } from "../../../../ui/parts/Button.tsx"
import { Dialog } from "../../../../ui/parts/Dialog.tsx"
import { Notice } from "../../../../ui/parts/Notice.tsx"
import { FolderIcon, folderName } from "../../../navigation/folders.tsx"
import { Badge, Loaded } from "../../page/Page.tsx"
import { RowActions, Rows, RowText } from "../../page/Rows.tsx"
import { useRefresh } from "../../page/refresh.ts"
import { TabHead } from "../tab/TabHead.tsx"
import { EditFolderForm, NewFolderForm } from "./FolderForm.tsx"

/** Its folders beside those that every inbox has. */
export function FoldersTab({ inbox }: { inbox: Inbox }) {
  const folders = useQuery(foldersQuery(inbox.id))
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<ListedFolder>()
  const [going, setGoing] = useState<ListedFolder>()
  const refresh = useRefresh()
  return (
    <>
      <TabHead
        lead={text("folders.lead")}
        action={
          <Button look="primary" onClick={() => setAdding(true)}>
            <Plus size={15} aria-hidden /> {text("folders.add")}
          </Button>
        }
      />
      <Loaded query={folders}>
        {(all) => (
          <Rows
            label={text("folders.title")}
            items={all.filter(({ type }) => type === "custom" || type === "team")}
            keyOf={({ id }) => id}
            wordsOf={folderName}
            empty={
              <Notice icon={<FolderOpen size={22} />} title={text("folders.none")}>
                {text("folders.none.more")}
              </Notice>
            }
          >
            {(folder) => (
              <>
                <RowText
                  icon={<FolderIcon type={folder.type} />}
                  title={folder.name}
                  badges={folder.totalCount === undefined && <Badge tone="bad">{text("folders.unreadable")}</Badge>}
                  more={text(folder.type === "team" ? "folders.ofTeam" : "folders.ofSearch", {
                    count: folder.totalCount ?? 0,
                  })}
                />
                <RowActions>
                  <IconButton
                    label={text("settings.edit", folder)}
                    icon={<Pencil size={15} />}
                    onClick={() => setEdited(folder)}
                  />
                  <IconButton
                    label={text("settings.delete", folder)}
                    icon={<Trash2 size={15} />}
                    onClick={() => setGoing(folder)}
                  />
                </RowActions>
              </>
            )}
          </Rows>
        )}
      </Loaded>
      <Dialog title={text("folders.add")} open={adding} onClose={() => setAdding(false)}>
        <NewFolderForm inboxId={inbox.id} onClose={() => setAdding(false)} />
      </Dialog>
      <Dialog title={text("folders.edit")} open={edited !== undefined} onClose={() => setEdited(undefined)}>
        {edited && <EditFolderForm inboxId={inbox.id} id={edited.id} onClose={() => setEdited(undefined)} />}
      </Dialog>
      <ConfirmDialog
        title={text("folders.delete.ask", { name: going?.name ?? "" })}
        open={going !== undefined}
        onClose={() => setGoing(undefined)}
        confirm={text("settings.delete.one")}
        done={text("settings.deleted", { name: going?.name ?? "" })}
        onConfirm={async () => {
          if (going) await desk.inboxes.folders(inbox.id).delete(going.id)
          await refresh(["folders", inbox.id])
        }}
      >
        {text("folders.delete.what")}
      </ConfirmDialog>
    </>
  )
}
