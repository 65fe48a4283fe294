import { useQuery } from "@tanstack/react-query"
import { bodyOf, type Filling, fillIn, savedReplyQuery } from "../../data/saved-replies.ts"
import { useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { MessageBody } from "../../ui/message-body/MessageBody.tsx"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import { OptionRow } from "../../ui/parts/OptionRow.tsx"
import styles from "./SuggestionList.module.css"
import type { Suggestions } from "./suggestions.ts"

/** Stands above the cursor; the keys stay with the text. */
export function SuggestionList({
  suggestions: { trigger, options, current, point, pick },
  conversation,
}: {
  suggestions: Suggestions
  conversation: Filling
}) {
  if (!trigger || options.length === 0) return null
  const isReply = trigger.sign === "/"
  const width = isReply ? 620 : 280
  const left = Math.max(8, Math.min(trigger.place.left, window.innerWidth - width - 8))
  const chosen = options[current]
  return (
    <div
      className={styles["list"]}
      data-kind={isReply ? "replies" : "people"}
      style={{ left, bottom: window.innerHeight - trigger.place.top + 6 }}
    >
      <div role="listbox" aria-label={text(isReply ? "composer.savedReplies" : "composer.mention")} tabIndex={-1}>
        {options.map((option, index) => (
          <OptionRow
            key={option.id}
            current={index === current}
            onPoint={() => point(index)}
            onPick={() => pick(option)}
          >
            {!isReply && <Avatar name={option.label} size="small" />}
            <span>{option.label}</span>
            {!isReply && <small>@{option.hint}</small>}
          </OptionRow>
        ))}
      </div>
      {isReply && chosen && <Preview key={chosen.id} id={chosen.id} conversation={conversation} />}
    </div>
  )
}

/** As it would stand there, with what could not be filled in marked. */
function Preview({ id, conversation }: { id: number; conversation: Filling }) {
  const me = useMe()
  const { data } = useQuery(savedReplyQuery(conversation.mailboxId, id))
  if (!data) return <div className={styles["preview"]} />
  const showUnfilled = (place: string) => `<mark>${place}</mark>`
  const { html, unfilled } = fillIn(bodyOf(data, conversation), { conversation, me, showUnfilled })
  return (
    <div className={styles["preview"]}>
      <MessageBody threadId={-id} html={html} author={data.name} />
      {unfilled.length > 0 && <p>{text("composer.unfilled")}</p>}
    </div>
  )
}
