import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import {
  BookOpen,
  Keyboard,
  KeyRound,
  LogOut,
  Monitor,
  MonitorSmartphone,
  Moon,
  Settings,
  SlidersHorizontal,
  Sun,
  UserRound,
} from "lucide-react"
import { useState } from "react"
import { desk } from "../../data/client.ts"
import { commands, discardAllCommands } from "../../data/commands/current.ts"
import { deleteOfflineData } from "../../data/offline/offline.ts"
import { useChangePreferences, usePreferences } from "../../data/preferences.ts"
import type { Scheme } from "../../data/scheme.ts"
import { useMe } from "../../data/session.ts"
import { useStore } from "../../data/store.ts"
import { tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import { keyOf } from "../../ui/keyboard/keymap.ts"
import { AskDialog } from "../../ui/parts/AskDialog.tsx"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import { Keys } from "../../ui/parts/Keys.tsx"
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLine } from "../../ui/parts/Menu.tsx"
import { showShortcuts } from "../../ui/parts/ShortcutSheet.tsx"
import styles from "./Navigation.module.css"
import { type OwnStatus, useOwnStatus } from "./own-status.ts"

export function AccountMenu() {
  const me = useMe()
  const name = `${me.firstName} ${me.lastName}`.trim()
  const [status, say] = useOwnStatus(me)
  const { theme } = usePreferences()
  const change = useChangePreferences()
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  const waiting = useStore(commands).length
  const [asks, setAsks] = useState(false)

  async function signOut() {
    await desk.session.signOut()
    await deleteOfflineData()
    discardAllCommands()
    await navigate({ to: "/sign-in" })
    queryClient.clear()
  }

  const attempt = (task: Promise<void>) => void task.catch((error: unknown) => tellFailure(error))

  return (
    <footer className={styles["account"]}>
      <Menu
        side="top"
        trigger={
          <button type="button" className={styles["me"]}>
            <span className={styles["avatar"]}>
              <Avatar name={name} />
              {status && <span className={styles["presence"]} data-status={status} />}
            </span>
            <span>
              <strong>{name}</strong>
              <small>{status ? text(`nav.status.${status}`) : me.email}</small>
              <span className="visually-hidden">{text("nav.account")}</span>
            </span>
          </button>
        }
      >
        {status && (
          <>
            <MenuHeading>{text("nav.status")}</MenuHeading>
            <MenuChoice<OwnStatus>
              value={status}
              onChange={say}
              choices={(["active", "away"] as const).map((value) => ({
                value,
                label: text(`nav.status.${value}`),
                icon: <span className={styles["presence"]} data-status={value} />,
              }))}
            />
            <MenuLine />
          </>
        )}
        <MenuHeading>{text("nav.appearance")}</MenuHeading>
        <MenuChoice<Scheme>
          value={theme}
          onChange={(chosen) => attempt(change({ theme: chosen }))}
          choices={[
            { value: "system", label: text("appearance.system"), icon: <Monitor size={15} /> },
            { value: "light", label: text("appearance.light"), icon: <Sun size={15} /> },
            { value: "dark", label: text("appearance.dark"), icon: <Moon size={15} /> },
          ]}
        />
        <MenuLine />
        <MenuItem icon={<UserRound size={15} />} onSelect={() => void navigate({ to: "/account/profile" })}>
          {text("account.profile")}
        </MenuItem>
        <MenuItem icon={<SlidersHorizontal size={15} />} onSelect={() => void navigate({ to: "/account" })}>
          {text("account.preferences")}
        </MenuItem>
        <MenuItem icon={<KeyRound size={15} />} onSelect={() => void navigate({ to: "/account/password" })}>
          {text("account.password")}
        </MenuItem>
        <MenuItem icon={<MonitorSmartphone size={15} />} onSelect={() => void navigate({ to: "/account/sessions" })}>
          {text("account.sessions")}
        </MenuItem>
        <MenuItem
          icon={<Settings size={15} />}
          hint={<Keys keys={keyOf("goSettings")} />}
          onSelect={() => void navigate({ to: "/settings" })}
        >
          {text("nav.settings")}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Keyboard size={15} />} hint={<Keys keys="?" />} onSelect={showShortcuts}>
          {text("nav.shortcuts")}
        </MenuItem>
        <MenuItem icon={<BookOpen size={15} />} onSelect={() => window.open("/docs", "_blank", "noopener")}>
          {text("nav.reference")}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<LogOut size={15} />} onSelect={() => (waiting > 0 ? setAsks(true) : attempt(signOut()))}>
          {text("signIn.signOut")}
        </MenuItem>
      </Menu>
      {asks && (
        <AskDialog
          title={text("commands.signOut.title")}
          confirm={text("commands.signOut.confirm")}
          onConfirm={signOut}
          onClose={() => setAsks(false)}
        >
          <p>{text("commands.signOut", { count: waiting })}</p>
        </AskDialog>
      )}
    </footer>
  )
}
