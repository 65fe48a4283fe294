import type { ChangedInbox, Inbox } from "@deskhand/sdk/client"
import { desk } from "../../../../data/client.ts"
import { text } from "../../../../messages/settings.ts"
import type { Draft } from "../../../../ui/form/draft.ts"
import { type Saving, useSaving } from "../../../../ui/form/saving.ts"
import { useRefresh } from "../../page/refresh.ts"

/** Saves what was changed of an inbox, and nothing else of it. */
export function useInboxSaving<Values extends object>(
  inbox: Inbox,
  {
    draft,
    fields,
    send,
  }: { draft: Draft<Values>; fields: readonly string[]; send: (changes: Partial<Values>) => ChangedInbox },
): { saving: Saving; save: () => void } {
  const saving = useSaving(fields)
  const refresh = useRefresh()
  const save = async () => {
    await desk.inboxes.change(inbox.id, send(draft.changes))
    await refresh(["inboxes"])
    draft.reset()
  }
  return { saving, save: () => void saving.run(save, text("settings.saved")) }
}
