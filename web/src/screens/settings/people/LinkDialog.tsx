import type { ResetLink } from "@deskhand/sdk/client"
import { wholeMomentText } from "../../../messages/moments.ts"
import { text } from "../../../messages/settings.ts"
import { Dialog } from "../../../ui/parts/Dialog.tsx"
import { Secret } from "../page/Secret.tsx"

interface LinkDialogProps {
  handed: { name: string; link: ResetLink } | undefined
  onClose: () => void
}

/** A link by which somebody chooses a password: shown once, to be handed over. */
export function LinkDialog({ handed, onClose }: LinkDialogProps) {
  return (
    <Dialog
      title={text("people.link.title", { name: handed?.name ?? "" })}
      open={handed !== undefined}
      onClose={onClose}
    >
      {handed && (
        <Secret
          label={text("people.link.label")}
          value={handed.link.url}
          lead={text("people.link.lead", { moment: wholeMomentText(handed.link.expiresAt) })}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
