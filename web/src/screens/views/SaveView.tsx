import { useNavigate } from "@tanstack/react-router"
import { BookmarkPlus } from "lucide-react"
import { useState } from "react"
import { filtersOf, keyOfOne } from "../../data/lists/list-key.ts"
import type { ListView } from "../../data/lists/pages.ts"
import { useMe } from "../../data/session.ts"
import { tell } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { useViewActions } from "./actions.ts"
import { ViewDialog } from "./ViewDialog.tsx"

/** Keeps a search under a name. */
export function SaveView({ view, query }: { view: ListView; query: string }) {
  const [open, setOpen] = useState(false)
  const actions = useViewActions(useMe())
  const navigate = useNavigate()
  useShortcut("saveView", () => setOpen(true))
  const filters = filtersOf(view.list, view) as Parameters<typeof actions.create>[0]["filters"]
  return (
    <>
      <IconButton
        label={text("view.new")}
        shortcut="saveView"
        icon={<BookmarkPlus size={16} />}
        onClick={() => setOpen(true)}
      />
      <ViewDialog
        title={text("view.new")}
        open={open}
        onClose={() => setOpen(false)}
        first={{ name: query, filters, shared: false }}
        onSave={async (next) => {
          const id = await actions.create(next)
          tell(text("view.saved", { name: next.name }))
          await navigate({ to: "/list/$list", params: { list: keyOfOne("view", id) } })
        }}
      />
    </>
  )
}
