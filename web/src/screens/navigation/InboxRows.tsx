import { Link } from "@tanstack/react-router"
import { ChevronDown, ChevronRight } from "lucide-react"
import { useId } from "react"
import { activeIn, type InboxWithFolders, isShown } from "../../data/inboxes.ts"
import { folderKey, keyOfOne, type ListKey } from "../../data/lists/list-key.ts"
import { useMe } from "../../data/session.ts"
import { numberText } from "../../messages/numbers.ts"
import { text } from "../../messages/text.ts"
import { FolderIcon, folderName } from "./folders.tsx"
import { useComplete, useFolded } from "./inbox-folding.ts"
import styles from "./Navigation.module.css"
import { Row } from "./Row.tsx"
import { useIcons } from "./width.ts"

interface InboxRowsProps {
  inbox: InboxWithFolders
  list: ListKey | undefined
}

/** An inbox with its folders, which can be folded. Where the navigation has only icons it is one row. */
export function InboxRows({ inbox, list }: InboxRowsProps) {
  const [icons] = useIcons()
  const place = { userId: useMe().id, inboxId: inbox.id }
  const [folded, switchFolded] = useFolded(place)
  const id = useId()
  const to = keyOfOne("inbox", inbox.id)
  const count = activeIn([inbox], ["assigned", "unassigned"])
  if (icons)
    return (
      <ul>
        <Row to={to} list={list} icon={<Initials name={inbox.name} />} count={count}>
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
          aria-controls={id}
          onClick={switchFolded}
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
        {folded && count !== undefined && count > 0 && (
          <span className={styles["count"]} title={text("nav.count", { count })}>
            {numberText(count)}
          </span>
        )}
      </header>
      <div id={id} hidden={folded}>
        {!folded && <Folders inbox={inbox} list={list} place={place} />}
      </div>
    </section>
  )
}

function Folders({ inbox, list, place }: InboxRowsProps & { place: { userId: number; inboxId: number } }) {
  const [complete, switchComplete] = useComplete(place)
  const all = inbox.folders ?? []
  const filled = all.filter((folder) => isShown(folder) || folderKey(inbox.id, folder.id) === list)
  const hidden = all.length - filled.length
  return (
    <>
      <ul>
        {(complete ? all : filled).map((folder) => (
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
      {hidden > 0 && (
        <button
          type="button"
          className={styles["complete"]}
          aria-label={text(complete ? "nav.folders.filled.of" : "nav.folders.all.of", { name: inbox.name })}
          onClick={switchComplete}
        >
          {text(complete ? "nav.folders.filled" : "nav.folders.all")}
        </button>
      )}
    </>
  )
}

/** The first letters of two words, or the first two of one: icons alone would make all inboxes look the same. */
function Initials({ name }: { name: string }) {
  return <span className={styles["initials"]}>{initialsOf(name)}</span>
}

function initialsOf(name: string): string {
  const [first = "", second] = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]]
  return letters.join("").toUpperCase() || "–"
}
