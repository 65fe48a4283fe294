import type { View } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { ArrowDown, ArrowUp, EllipsisVertical, Pencil, Search, Trash2 } from "lucide-react"
import { useState } from "react"
import { keyOfOne, type ListKey, searchKey } from "../../data/lists/list-key.ts"
import { useMe } from "../../data/session.ts"
import { viewsQuery } from "../../data/views.ts"
import { text } from "../../messages/text.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { Menu, MenuItem, MenuLine } from "../../ui/parts/Menu.tsx"
import { mayChange, useViewActions } from "./actions.ts"
import { ViewDialog } from "./ViewDialog.tsx"

/** What can be done with a view, beside its name. */
export function ViewMenu({ view, list }: { view: View; list: ListKey | undefined }) {
  const me = useMe()
  const actions = useViewActions(me)
  const navigate = useNavigate()
  const { data: views = [] } = useQuery(viewsQuery)
  const [editing, setEditing] = useState(false)
  const at = views.findIndex(({ id }) => id === view.id)
  const { query } = view.filters
  const remove = async () => {
    if (list === keyOfOne("view", view.id)) await navigate({ to: "/list/$list", params: { list: "all" } })
    await actions.remove(view)
  }
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton label={text("view.menu", { name: view.name })} icon={<EllipsisVertical size={15} />} />}
      >
        {query !== undefined && (
          <MenuItem
            icon={<Search size={15} />}
            onSelect={() => void navigate({ to: "/list/$list", params: { list: searchKey(query) } })}
          >
            {text("view.search")}
          </MenuItem>
        )}
        {mayChange(view, me) && (
          <>
            <MenuItem icon={<Pencil size={15} />} onSelect={() => setEditing(true)}>
              {text("view.edit")}
            </MenuItem>
            {at > 0 && (
              <MenuItem icon={<ArrowUp size={15} />} onSelect={() => void actions.move(view, -1)}>
                {text("view.up")}
              </MenuItem>
            )}
            {at < views.length - 1 && (
              <MenuItem icon={<ArrowDown size={15} />} onSelect={() => void actions.move(view, 1)}>
                {text("view.down")}
              </MenuItem>
            )}
            <MenuLine />
            <MenuItem icon={<Trash2 size={15} />} onSelect={() => void remove()}>
              {text("view.delete")}
            </MenuItem>
          </>
        )}
      </Menu>
      <ViewDialog
        title={text("view.edit.title")}
        open={editing}
        onClose={() => setEditing(false)}
        first={view}
        onSave={(next) => actions.change(view, next)}
      />
    </>
  )
}
