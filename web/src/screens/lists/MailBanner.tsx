import { MailWarning } from "lucide-react"
import { folderOf, idIn, type ListKey } from "../../data/lists/list-key.ts"
import { type MailTrouble, useMailTroubles } from "../../data/mail-status.ts"
import { administers, mayAnswer, useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { SetUpMail } from "../navigation/SetUpMail.tsx"
import styles from "./MailBanner.module.css"

/** Says above a list that replies wait, why, and what helps, for as long as that is so. */
export function MailBanner({ list }: { list: ListKey }) {
  const me = useMe()
  const troubles = useMailTroubles()(folderOf(list)?.inboxId ?? idIn("inbox", list))
  if (troubles.length === 0 || !mayAnswer(me)) return null
  return (
    <div className={styles["banner"]} role="status" aria-label={text("mail.banner")}>
      {troubles.map((trouble) => (
        <p key={trouble.words}>
          <MailWarning size={15} aria-hidden />
          <span>
            {text("mail.banner.waits", { reason: trouble.words })} {helpFor(trouble, administers(me))}{" "}
            <SetUpMail trouble={trouble} />
          </span>
        </p>
      ))}
    </div>
  )
}

function helpFor({ reason, problem = "", isOperators }: MailTrouble, isAdmin: boolean): string {
  if (reason === "failing") return text("mail.banner.failing", { problem })
  if (isOperators) return text("mail.banner.operator")
  return isAdmin ? text("mail.banner.then") : text(`mail.banner.ask.${reason}`)
}
