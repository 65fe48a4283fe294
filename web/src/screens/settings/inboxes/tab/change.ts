import type { ChangedInbox, Inbox } from "@deskhand/sdk/client"
import { desk } from "../../../../data/client.ts"
import { text } from "../../../../messages/settings.ts"
import { type SettingsForm, useSettingsForm } from "../../../../ui/form/settings-form.ts"
import { useRefresh } from "../../page/refresh.ts"

interface InboxFormOptions<Values> {
  saved: Values
  pathsOf?: (name: keyof Values & string) => readonly string[]
  changeOf: (changes: Partial<Values>) => ChangedInbox
}

/** A form that saves what was changed of an inbox, and nothing else of it. */
export function useInboxForm<Values extends object>(
  inbox: Inbox,
  { changeOf, ...options }: InboxFormOptions<Values>,
): SettingsForm<Values> {
  const refresh = useRefresh()
  return useSettingsForm({
    ...options,
    async save(_, changes) {
      await desk.inboxes.change(inbox.id, changeOf(changes))
      await refresh(["inboxes"])
    },
    done: text("settings.saved"),
  })
}
