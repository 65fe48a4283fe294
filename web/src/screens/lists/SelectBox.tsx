import type { Conversation } from "@deskhand/sdk/client"
import type { ListKey } from "../../data/lists/list-key.ts"
import { toggle } from "../../data/lists/selection.ts"
import { text } from "../../messages/text.ts"
import styles from "./ConversationRow.module.css"

interface SelectBoxProps {
  conversation: Conversation
  place: { list: ListKey; index: number }
  isSelected: boolean
  onRange: (index: number) => void
}

/** Shown where the pointer is, and everywhere once something is selected. */
export function SelectBox({ conversation: { id, subject }, place, isSelected, onRange }: SelectBoxProps) {
  return (
    <label className={styles["box"]}>
      <input
        type="checkbox"
        checked={isSelected}
        aria-label={text("bulk.select", { subject: subject || text("list.noSubject") })}
        onChange={(event) => {
          if ((event.nativeEvent as MouseEvent).shiftKey) onRange(place.index)
          else toggle(place, id)
        }}
      />
    </label>
  )
}
