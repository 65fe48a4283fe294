import { Link } from "@tanstack/react-router"
import { ChevronDown, ChevronRight, Inbox as InboxIcon } from "lucide-react"
import { useState } from "react"
import { activeIn, type InboxWithFolders, isShown } from "../../data/inboxes.ts"
import { folderKey, keyOfOne, type ListKey } from "../../data/lists/list-key.ts"
import { text } from "../../messages/text.ts"
import { FolderIcon, folderName } from "./folders.tsx"
import styles from "./Navigation.module.css"
import { Row } from "./Row.tsx"
import { useIcons } from "./width.ts"

/** An inbox with its folders, which can be folded. Where there are only icons it is one row. */
export function InboxRows({ inbox, list }: { inbox: InboxWithFolders; list: ListKey | undefined }) {
  const [icons] = useIcons()
  const [folded, setFolded] = useState(false)
  const to = keyOfOne("inbox", inbox.id)
  if (icons)
    return (
      <ul>
        <Row to={to} list={list} icon={<InboxIcon size={16} />} count={activeIn([inbox], ["assigned", "unassigned"])}>
          {inbox.name}
        </Row>
      </ul>
    )
  return (
    <section className={styles["section"]} aria-label={inbox.name}>
      <header>
        <button
          type="button"
          className={styles["chevron"]}
          aria-label={text("nav.fold", { name: inbox.name })}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        >
          {folded ? <ChevronRight size={13} /> : <ChevronDown size={13} />}
        </button>
        <Link
          to="/list/$list"
          params={{ list: to }}
          activeProps={{}}
          title={text("nav.inbox", { name: inbox.name })}
          {...(to === list && { "aria-current": "page" })}
        >
          {inbox.name}
        </Link>
      </header>
      {!folded && (
        <ul>
          {inbox.folders
            ?.filter((folder) => isShown(folder) || folderKey(inbox.id, folder.id) === list)
            .map((folder) => (
              <Row
                key={folder.id}
                to={folderKey(inbox.id, folder.id)}
                list={list}
                icon={<FolderIcon type={folder.type} />}
                count={folder.activeCount}
              >
                {folderName(folder)}
              </Row>
            ))}
        </ul>
      )}
    </section>
  )
}
