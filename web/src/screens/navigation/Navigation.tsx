import { useNavigate } from "@tanstack/react-router"
import { PanelLeft, SquarePen, X } from "lucide-react"
import { useEffect, useRef } from "react"
import { flushSync } from "react-dom"
import { type InboxWithFolders, useInboxes } from "../../data/inboxes.ts"
import { keyOfOne, type ListKey } from "../../data/lists/list-key.ts"
import { text } from "../../messages/text.ts"
import { moveFocus } from "../../ui/keyboard/moved-focus.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { IconButton } from "../../ui/parts/Button.tsx"
import { Failure } from "../../ui/parts/Notice.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import { FirstStepsCard } from "../first-steps/FirstStepsCard.tsx"
import { NotificationBell } from "../notifications/NotificationBell.tsx"
import { SearchBox } from "../search/SearchBox.tsx"
import { AccountMenu } from "./AccountMenu.tsx"
import { InboxRows } from "./InboxRows.tsx"
import styles from "./Navigation.module.css"
import { OurLists } from "./OurLists.tsx"
import { PlaceRows } from "./PlaceRows.tsx"
import { TeamRows, ViewRows } from "./ViewRows.tsx"
import { isDrawer, useIcons } from "./width.ts"

interface NavigationProps {
  /** The one that is open, where one is. */
  list?: ListKey | undefined
  /** On narrow screens it is a drawer. */
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Somebody wants to begin a conversation. */
  onNew?: (() => void) | undefined
}

export function Navigation({ list, open, onOpenChange, onNew }: NavigationProps) {
  const { inboxes, error, retry } = useInboxes()
  const [icons, switchIcons] = useIcons()
  const searchBox = useRef<HTMLInputElement>(null)
  const drawer = useRef<HTMLElement>(null)
  const onClose = () => onOpenChange(false)
  useEffect(() => {
    if (open) moveFocus(drawer.current?.querySelector<HTMLElement>("a"))
  }, [open])
  useShortcut("search", () => {
    // Drawn at once: what is not there cannot have the focus.
    if (isDrawer()) flushSync(() => onOpenChange(true))
    searchBox.current?.focus()
  })
  useShortcut("navigation", switchIcons)
  useGoTo(inboxes)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the drawer has a button that does the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same */}
      {open && <div className={styles["scrim"]} onClick={onClose} />}
      <nav
        ref={drawer}
        className={styles["navigation"]}
        data-drawer={open ? "open" : "closed"}
        data-icons={icons || undefined}
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
          <NotificationBell onReveal={() => isDrawer() && onOpenChange(true)} />
          {onNew && (
            <IconButton
              label={text("composer.new")}
              icon={<SquarePen size={16} />}
              shortcut="newConversation"
              onClick={onNew}
            />
          )}
          <IconButton
            className={styles["fold"] ?? ""}
            label={text(icons ? "nav.names" : "nav.icons")}
            shortcut="navigation"
            icon={<PanelLeft size={16} />}
            onClick={switchIcons}
          />
          <IconButton
            className={styles["shut"] ?? ""}
            label={text("nav.close")}
            icon={<X size={16} />}
            onClick={onClose}
          />
        </header>
        <div className={styles["search"]}>
          <SearchBox list={list} box={searchBox} onDone={onClose} />
        </div>
        <div className={styles["lists"]}>
          <OurLists inboxes={inboxes} list={list} />
          <ViewRows list={list} />
          <TeamRows list={list} />
          {error ? <Failure error={error} retry={retry} /> : null}
          {!inboxes && !error && (
            <div className={styles["loading"]}>
              <Skeleton lines={["middle", "long", "long", "middle", "long"]} />
            </div>
          )}
          {inboxes?.length === 0 && <p className={styles["none"]}>{text("nav.noInboxes")}</p>}
          {inboxes?.map((inbox) => (
            <InboxRows key={inbox.id} inbox={inbox} list={list} />
          ))}
          <PlaceRows />
        </div>
        <FirstStepsCard icons={icons} />
        <AccountMenu />
      </nav>
    </>
  )
}

function useGoTo(inboxes: InboxWithFolders[] | undefined): void {
  const navigate = useNavigate()
  const go = (list: ListKey) => void navigate({ to: "/list/$list", params: { list } })
  useShortcut("goMine", () => go("mine"))
  useShortcut("goUnassigned", () => go("unassigned"))
  useShortcut("goAll", () => go("all"))
  useShortcut("goDrafts", () => go("drafts"))
  useShortcut("goSnoozed", () => go("snoozed"))
  useShortcut("goCustomers", () => void navigate({ to: "/customers" }))
  useShortcut("goOrganizations", () => void navigate({ to: "/organizations" }))
  useShortcut("goReports", () => void navigate({ to: "/reports" }))
  useShortcut("goInbox", (key) => {
    const inbox = inboxes?.[Number(key) - 1]
    if (inbox) go(keyOfOne("inbox", inbox.id))
  })
}
