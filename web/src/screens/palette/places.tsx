import type { QueryClient } from "@tanstack/react-query"
import {
  AtSign,
  Bookmark,
  BookOpen,
  Building2,
  ChartNoAxesColumn,
  CircleAlert,
  CircleDashed,
  CircleUserRound,
  Clock,
  Contact,
  FilePen,
  Inbox,
  KeyRound,
  Layers,
  MonitorSmartphone,
  Settings,
  SlidersHorizontal,
} from "lucide-react"
import { foldersQuery, inboxesQuery } from "../../data/inboxes.ts"
import { folderKey, keyOfOne, type ListKey, type OurList } from "../../data/lists/list-key.ts"
import { viewsQuery } from "../../data/views.ts"
import { text } from "../../messages/text.ts"
import { keyOf, type ShortcutName } from "../../ui/keyboard/keymap.ts"
import { FolderIcon, folderName } from "../navigation/folders.tsx"
import type { Entry } from "./entry.ts"

const ours: Record<OurList, { icon: React.ReactNode; shortcut?: ShortcutName }> = {
  mine: { icon: <CircleUserRound size={15} />, shortcut: "goMine" },
  unassigned: { icon: <CircleDashed size={15} />, shortcut: "goUnassigned" },
  all: { icon: <Layers size={15} />, shortcut: "goAll" },
  attention: { icon: <CircleAlert size={15} /> },
  mentions: { icon: <AtSign size={15} /> },
  drafts: { icon: <FilePen size={15} />, shortcut: "goDrafts" },
  snoozed: { icon: <Clock size={15} />, shortcut: "goSnoozed" },
}

/** Every list that has a name. What has not been read yet is not waited for. */
export function listEntries(queryClient: QueryClient, go: (list: ListKey) => void): Entry[] {
  const inboxes = queryClient.getQueryData(inboxesQuery.queryKey) ?? []
  const views = queryClient.getQueryData(viewsQuery.queryKey) ?? []
  return [
    ...Object.entries(ours).map(
      ([list, { icon, shortcut }]): Entry => ({
        id: `list-${list}`,
        label: text(`nav.${list as OurList}`),
        icon,
        ...(shortcut && { keys: keyOf(shortcut) }),
        does: { run: () => go(list as OurList) },
      }),
    ),
    ...views.map(
      ({ id, name }): Entry => ({
        id: `view-${id}`,
        label: name,
        icon: <Bookmark size={15} />,
        hint: text("view.heading"),
        does: { run: () => go(keyOfOne("view", id)) },
      }),
    ),
    ...inboxes.map(
      ({ id, name }, index): Entry => ({
        id: `inbox-${id}`,
        label: name,
        icon: <Inbox size={15} />,
        ...(index < 9 && { keys: `g ${index + 1}` }),
        does: { run: () => go(keyOfOne("inbox", id)) },
      }),
    ),
    ...inboxes.flatMap(({ id: inboxId, name }) =>
      (queryClient.getQueryData(foldersQuery(inboxId).queryKey) ?? []).map(
        (folder): Entry => ({
          id: `folder-${folder.id}`,
          label: folderName(folder),
          words: `${name} ${folderName(folder)}`,
          icon: <FolderIcon type={folder.type} />,
          hint: name,
          does: { run: () => go(folderKey(inboxId, folder.id)) },
        }),
      ),
    ),
  ]
}

const places = {
  customers: { to: "/customers", icon: <Contact size={15} />, shortcut: "goCustomers" },
  organizations: { to: "/organizations", icon: <Building2 size={15} />, shortcut: "goOrganizations" },
  reports: { to: "/reports", icon: <ChartNoAxesColumn size={15} />, shortcut: "goReports" },
} as const satisfies Record<string, { to: string; icon: React.ReactNode; shortcut: ShortcutName }>

type PlacePath = (typeof places)[keyof typeof places]["to"]

/** What the desk has beside conversations. */
export function placeEntries(open: (path: PlacePath) => void): Entry[] {
  return Object.entries(places).map(
    ([name, { to, icon, shortcut }]): Entry => ({
      id: `place-${name}`,
      label: text(`nav.${name as keyof typeof places}`),
      icon,
      keys: keyOf(shortcut),
      does: { run: () => open(to) },
    }),
  )
}

const pages = {
  account: { to: "/account", icon: <SlidersHorizontal size={15} /> },
  password: { to: "/account/password", icon: <KeyRound size={15} /> },
  sessions: { to: "/account/sessions", icon: <MonitorSmartphone size={15} /> },
  settings: { to: "/settings", icon: <Settings size={15} /> },
  inboxes: { to: "/settings/inboxes", icon: <Settings size={15} /> },
  mail: { to: "/settings/mail", icon: <Settings size={15} /> },
  mailSent: { to: "/settings/mail/sent", icon: <Settings size={15} /> },
  mailSenders: { to: "/settings/mail/senders", icon: <Settings size={15} /> },
  people: { to: "/settings/people", icon: <Settings size={15} /> },
  teams: { to: "/settings/teams", icon: <Settings size={15} /> },
  tags: { to: "/settings/tags", icon: <Settings size={15} /> },
  properties: { to: "/settings/properties", icon: <Settings size={15} /> },
  webhooks: { to: "/settings/webhooks", icon: <Settings size={15} /> },
  workflows: { to: "/settings/workflows", icon: <Settings size={15} /> },
  apps: { to: "/settings/apps", icon: <Settings size={15} /> },
  tokens: { to: "/settings/tokens", icon: <Settings size={15} /> },
  hours: { to: "/settings/hours", icon: <Settings size={15} /> },
  desk: { to: "/settings/desk", icon: <Settings size={15} /> },
  audit: { to: "/settings/audit", icon: <Settings size={15} /> },
} as const

export type PagePath = (typeof pages)[keyof typeof pages]["to"]

export function pageEntries(open: (path: PagePath) => void): Entry[] {
  return [
    ...Object.entries(pages).map(
      ([name, { to, icon }]): Entry => ({
        id: `page-${name}`,
        label: text(`palette.page.${name as keyof typeof pages}`),
        icon,
        does: { run: () => open(to) },
      }),
    ),
    {
      id: "page-reference",
      label: text("palette.page.reference"),
      icon: <BookOpen size={15} />,
      does: { run: () => window.open("/docs", "_blank", "noopener") },
    },
  ]
}
