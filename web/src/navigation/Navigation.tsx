import { Link } from "@tanstack/react-router"
import { CircleDashed, CircleUserRound, Inbox as InboxIcon, Layers, SquarePen, X } from "lucide-react"
import { useEffect, useRef } from "react"
import { folderKey, type ListKey } from "../lists/list-key.ts"
import { numberText, text } from "../messages/text.ts"
import { IconButton } from "../parts/Button.tsx"
import { Failure } from "../parts/Notice.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { AccountMenu } from "./AccountMenu.tsx"
import { activeIn, type InboxWithFolders, isShown, useInboxes } from "./counts.ts"
import { FolderIcon, folderName } from "./folders.tsx"
import styles from "./Navigation.module.css"

interface NavigationProps {
  list: ListKey
  /** On narrow screens it is a drawer. */
  open: boolean
  onClose: () => void
  /** Somebody wants to begin a conversation. */
  onNew?: (() => void) | undefined
}

export function Navigation({ list, open, onClose, onNew }: NavigationProps) {
  const { inboxes, error, retry } = useInboxes()
  const drawer = useRef<HTMLElement>(null)
  useEffect(() => {
    if (open) drawer.current?.querySelector<HTMLElement>("a")?.focus()
  }, [open])
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the drawer has a button that does the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same */}
      {open && <div className={styles["scrim"]} onClick={onClose} />}
      <nav
        ref={drawer}
        className={styles["navigation"]}
        data-drawer={open ? "open" : "closed"}
        aria-label={text("nav.label")}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !open) return
          event.stopPropagation()
          onClose()
        }}
        onClick={(event) => event.target instanceof Element && event.target.closest("a") && onClose()}
      >
        <header className={styles["brand"]}>
          <img src="/icon.svg" alt="" width={22} height={22} />
          <span>{text("app.name")}</span>
          {onNew && (
            <IconButton
              className={styles["new"] ?? ""}
              label={text("composer.new")}
              icon={<SquarePen size={16} />}
              shortcut="newConversation"
              onClick={onNew}
            />
          )}
          <IconButton
            className={styles["shut"] ?? ""}
            label={text("nav.close")}
            icon={<X size={16} />}
            onClick={onClose}
          />
        </header>
        <div className={styles["lists"]}>
          <ul>
            <Row to="mine" list={list} icon={<CircleUserRound size={16} />} count={activeIn(inboxes, ["mytickets"])}>
              {text("nav.mine")}
            </Row>
            <Row
              to="unassigned"
              list={list}
              icon={<CircleDashed size={16} />}
              count={activeIn(inboxes, ["unassigned"])}
            >
              {text("nav.unassigned")}
            </Row>
            <Row to="all" list={list} icon={<Layers size={16} />} count={activeIn(inboxes, ["assigned", "unassigned"])}>
              {text("nav.all")}
            </Row>
          </ul>
          {error ? <Failure error={error} retry={retry} /> : null}
          {!inboxes && !error && (
            <div className={styles["loading"]}>
              <Skeleton lines={["middle", "long", "long", "middle", "long"]} />
            </div>
          )}
          {inboxes?.length === 0 && <p className={styles["none"]}>{text("nav.noInboxes")}</p>}
          {inboxes?.map((inbox) => (
            <InboxFolders key={inbox.id} inbox={inbox} list={list} />
          ))}
        </div>
        <AccountMenu />
      </nav>
    </>
  )
}

function InboxFolders({ inbox, list }: { inbox: InboxWithFolders; list: ListKey }) {
  return (
    <details open className={styles["inbox"]}>
      <summary>
        <InboxIcon size={14} aria-hidden />
        <span>{inbox.name}</span>
      </summary>
      <ul>
        {inbox.folders?.filter(isShown).map((folder) => (
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
    </details>
  )
}

interface RowProps {
  to: ListKey
  list: ListKey
  icon: React.ReactNode
  count: number | undefined
  children: string
}

function Row({ to, list, icon, count, children }: RowProps) {
  return (
    <li>
      <Link
        to="/list/$list"
        params={{ list: to }}
        className={styles["row"] ?? ""}
        activeProps={{}}
        {...(to === list && { "aria-current": "page" })}
      >
        <span aria-hidden>{icon}</span>
        <span className={styles["name"]}>{children}</span>
        {count !== undefined && count > 0 && (
          <span className={styles["count"]}>
            {numberText(count)}
            <span className="visually-hidden"> {text("nav.count", { count }).replace(/^\S+ /, "")}</span>
          </span>
        )}
      </Link>
    </li>
  )
}
