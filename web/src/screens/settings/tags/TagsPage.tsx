import type { Tag } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Merge, Pencil, Plus, Tag as TagIcon, Trash2 } from "lucide-react"
import { type CSSProperties, useState } from "react"
import { desk } from "../../../data/client.ts"
import { searchKey } from "../../../data/lists/list-key.ts"
import { written } from "../../../data/search/token.ts"
import { mayAnswer } from "../../../data/session.ts"
import { tagsQuery } from "../../../data/tags.ts"
import { text } from "../../../messages/settings.ts"
import { ConfirmDialog } from "../../../ui/form/DialogForm.tsx"
import { Button, IconButton } from "../../../ui/parts/Button.tsx"
import { Dialog } from "../../../ui/parts/Dialog.tsx"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { Allowed } from "../page/Allowed.tsx"
import { Loaded, Page } from "../page/Page.tsx"
import { RowActions, Rows, RowText } from "../page/Rows.tsx"
import { useRefresh } from "../page/refresh.ts"
import { MergeForm } from "./MergeForm.tsx"
import { TagForm } from "./TagForm.tsx"
import styles from "./Tags.module.css"

export function TagsPage() {
  return (
    <Allowed may={mayAnswer}>
      <Tags />
    </Allowed>
  )
}

const againMs = 2_000

function Tags() {
  const tags = useQuery({
    ...tagsQuery,
    // While one becomes another, how far that is stands in its row.
    refetchInterval: ({ state: { data } }) => (data?.some(({ merging }) => merging) ? againMs : false),
  })
  const [edited, setEdited] = useState<Tag | "new">()
  const [going, setGoing] = useState<Tag>()
  const [merged, setMerged] = useState<Tag>()
  const refresh = useRefresh()
  const settle = () => refresh(["tags"], ["list"], ["conversation"])
  return (
    <Page
      title={text("tags.title")}
      lead={text("tags.lead")}
      action={
        <Button look="primary" onClick={() => setEdited("new")}>
          <Plus size={15} aria-hidden /> {text("tags.add")}
        </Button>
      }
    >
      <Loaded query={tags}>
        {(all) => (
          <Rows
            label={text("tags.title")}
            items={all}
            keyOf={({ id }) => id}
            wordsOf={({ name }) => name}
            empty={
              <Notice icon={<TagIcon size={22} />} title={text("tags.none")}>
                {text("tags.none.more")}
              </Notice>
            }
          >
            {(tag) => {
              const { name, color, ticketCount: count, merging } = tag
              return (
                <>
                  <RowText
                    icon={<span className={styles["dot"]} style={{ "--dot": color } as CSSProperties} />}
                    title={name}
                    more={
                      merging ? (
                        text("tags.merging", {
                          into: all.find(({ id }) => id === merging.intoId)?.name ?? "",
                          done: merging.done,
                          total: merging.total,
                        })
                      ) : count === 0 ? (
                        text("tags.unused")
                      ) : (
                        <Link to="/list/$list" params={{ list: searchKey(`tag:${written(name)}`) }}>
                          {text("tags.count", { count })}
                        </Link>
                      )
                    }
                  />
                  <RowActions>
                    <IconButton
                      label={text("settings.edit", { name })}
                      icon={<Pencil size={15} />}
                      onClick={() => setEdited(tag)}
                    />
                    <IconButton
                      label={text("tags.merge.one", { name })}
                      icon={<Merge size={15} />}
                      disabled={merging !== undefined || all.length < 2}
                      onClick={() => setMerged(tag)}
                    />
                    <IconButton
                      label={text("settings.delete", { name })}
                      icon={<Trash2 size={15} />}
                      onClick={() => setGoing(tag)}
                    />
                  </RowActions>
                </>
              )
            }}
          </Rows>
        )}
      </Loaded>
      <Dialog
        title={text(edited === "new" ? "tags.add" : "tags.edit")}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
      >
        {edited && (
          <TagForm tag={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} onDone={settle} />
        )}
      </Dialog>
      <Dialog
        title={text("tags.merge", { name: merged?.name ?? "" })}
        open={merged !== undefined}
        onClose={() => setMerged(undefined)}
      >
        {merged && (
          <MergeForm tag={merged} tags={tags.data ?? []} onClose={() => setMerged(undefined)} onDone={settle} />
        )}
      </Dialog>
      <ConfirmDialog
        title={text("tags.delete.ask", { name: going?.name ?? "" })}
        open={going !== undefined}
        onClose={() => setGoing(undefined)}
        confirm={text("settings.delete.one")}
        done={text("settings.deleted", { name: going?.name ?? "" })}
        onConfirm={async () => {
          if (going) await desk.tags.delete(going.id)
          await settle()
        }}
      >
        {going?.ticketCount === 0
          ? text("tags.delete.unused")
          : text("tags.delete.what", { count: going?.ticketCount ?? 0 })}
      </ConfirmDialog>
    </Page>
  )
}
