import type { MessageKey } from "../../messages/text.ts"

export interface Shortcut {
  /** Keys that do it, each as `Ctrl+Enter`, `Shift+e`, `?` or two in turn as `g m`. */
  keys: readonly string[]
  label: MessageKey
  group: "move" | "act" | "write" | "go" | "look"
  /** Works while somebody types too. */
  whileTyping?: true
  /** And in open menus and dialogs. */
  everywhere?: true
  /** How the keys are shown where they are many. */
  shown?: string
}

/** Every key of the application. Whatever does something registers for a name of this list, and `?` shows the list. */
export const keymap = {
  next: { keys: ["j"], label: "shortcut.next", group: "move" },
  previous: { keys: ["k"], label: "shortcut.previous", group: "move" },
  nextThread: { keys: ["]"], label: "shortcut.nextThread", group: "move" },
  previousThread: { keys: ["["], label: "shortcut.previousThread", group: "move" },
  open: { keys: ["o", "Enter"], label: "shortcut.open", group: "move" },
  // Only while something that was sent can still be called back.
  undoSend: { keys: ["u"], label: "shortcut.undoSend", group: "write" },
  back: { keys: ["u", "Escape"], label: "shortcut.back", group: "move" },
  close: { keys: ["e"], label: "shortcut.close", group: "act" },
  closeNext: { keys: ["Shift+e"], label: "shortcut.closeNext", group: "act" },
  pending: { keys: ["p"], label: "shortcut.pending", group: "act" },
  spam: { keys: ["!"], label: "shortcut.spam", group: "act" },
  status: { keys: ["s"], label: "shortcut.status", group: "act" },
  assign: { keys: ["a"], label: "shortcut.assign", group: "act" },
  assignMe: { keys: ["i"], label: "shortcut.assignMe", group: "act" },
  tag: { keys: ["t"], label: "shortcut.tag", group: "act" },
  snooze: { keys: ["h", "z"], label: "shortcut.snooze", group: "act" },
  merge: { keys: ["m"], label: "shortcut.merge", group: "act" },
  move: { keys: ["v"], label: "shortcut.move", group: "act" },
  follow: { keys: ["l"], label: "shortcut.follow", group: "act" },
  workflow: { keys: ["w"], label: "shortcut.workflow", group: "act" },
  remove: { keys: ["#"], label: "shortcut.remove", group: "act" },
  select: { keys: ["x"], label: "shortcut.select", group: "move" },
  selectRange: { keys: ["Shift+x"], label: "shortcut.selectRange", group: "move" },
  selectAll: { keys: ["Ctrl+a"], label: "shortcut.selectAll", group: "move" },
  markUnread: { keys: ["Shift+u"], label: "shortcut.markUnread", group: "act" },
  refreshList: { keys: ["Shift+n"], label: "shortcut.refreshList", group: "move" },
  copyNumber: { keys: ["."], label: "shortcut.copyNumber", group: "act" },
  reply: { keys: ["r"], label: "shortcut.reply", group: "write" },
  note: { keys: ["n"], label: "shortcut.note", group: "write" },
  forward: { keys: ["f"], label: "shortcut.forward", group: "write" },
  call: { keys: ["Shift+p"], label: "shortcut.call", group: "write" },
  newConversation: { keys: ["c"], label: "shortcut.newConversation", group: "write" },
  send: { keys: ["Ctrl+Enter"], label: "shortcut.send", group: "write", whileTyping: true },
  palette: { keys: ["Ctrl+k"], label: "shortcut.palette", group: "go", everywhere: true },
  search: { keys: ["/"], label: "shortcut.search", group: "go" },
  saveView: { keys: ["g v"], label: "shortcut.saveView", group: "go" },
  sendClose: { keys: ["Ctrl+Shift+Enter"], label: "shortcut.sendClose", group: "write", whileTyping: true },
  sendLater: { keys: ["Ctrl+Alt+Enter"], label: "shortcut.sendLater", group: "write", whileTyping: true },
  savedReply: { keys: ["Ctrl+m"], label: "shortcut.savedReply", group: "write", whileTyping: true },
  undo: { keys: ["Ctrl+z"], label: "shortcut.undo", group: "act" },
  goMine: { keys: ["g m"], label: "shortcut.goMine", group: "go" },
  goUnassigned: { keys: ["g u"], label: "shortcut.goUnassigned", group: "go" },
  goAll: { keys: ["g a"], label: "shortcut.goAll", group: "go" },
  goDrafts: { keys: ["g d"], label: "shortcut.goDrafts", group: "go" },
  goSnoozed: { keys: ["g s"], label: "shortcut.goSnoozed", group: "go" },
  goInbox: {
    keys: ["g 1", "g 2", "g 3", "g 4", "g 5", "g 6", "g 7", "g 8", "g 9"],
    shown: "g 1…9",
    label: "shortcut.goInbox",
    group: "go",
  },
  goNotifications: { keys: ["g n"], label: "notices.title", group: "go" },
  goSettings: { keys: ["g ,"], label: "shortcut.goSettings", group: "go" },
  goCustomers: { keys: ["g c"], label: "shortcut.goCustomers", group: "go" },
  goOrganizations: { keys: ["g o"], label: "shortcut.goOrganizations", group: "go" },
  goReports: { keys: ["g r"], label: "shortcut.goReports", group: "go" },
  navigation: { keys: ["b"], label: "shortcut.navigation", group: "look" },
  details: { keys: ["d"], label: "shortcut.details", group: "look" },
  scheme: { keys: ["Shift+d"], label: "shortcut.scheme", group: "look" },
  sheet: { keys: ["?"], label: "shortcut.sheet", group: "look" },
} as const satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof keymap

export const shortcuts: [ShortcutName, Shortcut][] = Object.entries(keymap) as [ShortcutName, Shortcut][]

/** For `aria-keyshortcuts` and for the hints beside buttons. */
export function keyOf(name: ShortcutName): string {
  return keymap[name].keys[0]
}
