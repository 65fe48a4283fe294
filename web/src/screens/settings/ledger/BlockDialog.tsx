import { useState } from "react"
import { tell } from "../../../data/toasts.ts"
import { text } from "../../../messages/settings.ts"
import { RadioField } from "../../../ui/form/fields.tsx"
import { AskDialog } from "../../../ui/parts/AskDialog.tsx"

type Which = "block" | "block-domain"

interface BlockDialogProps {
  /** The address. */
  sender: string
  onBlock: (which: Which) => Promise<void>
  onClose: () => void
}

/** Asks whether the address alone is blocked or its whole domain, where it has one. */
export function BlockDialog({ sender, onBlock, onClose }: BlockDialogProps) {
  const [which, setWhich] = useState<Which>("block")
  const domain = sender.slice(sender.lastIndexOf("@") + 1)
  const block = async () => {
    await onBlock(which)
    tell(text("held.block.done", { sender: which === "block" ? sender : domain }))
  }
  return (
    <AskDialog title={text("held.block.ask")} confirm={text("held.block")} onConfirm={block} onClose={onClose}>
      <RadioField
        label={text("held.block.what")}
        value={which}
        onChange={setWhich}
        options={[
          { value: "block", label: text("held.block.address", { sender }) },
          ...(domain.includes(".")
            ? [
                {
                  value: "block-domain" as const,
                  label: text("held.block.domain", { domain }),
                  hint: text("held.block.domain.more", { domain }),
                },
              ]
            : []),
        ]}
      />
      <p>{text("held.block.then")}</p>
    </AskDialog>
  )
}
