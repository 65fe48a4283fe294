import type { Inbox, MailConnection } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { Inbox as InboxIcon, Send } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../../data/client.ts"
import { numberText, text } from "../../../../messages/settings.ts"
import { ConfirmDialog } from "../../../../ui/form/DialogForm.tsx"
import { Button } from "../../../../ui/parts/Button.tsx"
import { Dialog } from "../../../../ui/parts/Dialog.tsx"
import pageStyles from "../../page/Page.module.css"
import { Loaded } from "../../page/Page.tsx"
import { RowActions, RowText } from "../../page/Rows.tsx"
import { useRefresh } from "../../page/refresh.ts"
import { TabHead } from "../tab/TabHead.tsx"
import { Answers } from "./Answers.tsx"
import { ConnectionForm } from "./ConnectionForm.tsx"
import styles from "./Mail.module.css"
import { mailConnectionsQuery, mailStatusQuery } from "./queries.ts"
import { Trial } from "./Trial.tsx"

const kinds = ["imap", "smtp"] as const
type Kind = MailConnection["kind"]

/** Where its mail comes from, and through whom it goes out. */
export function MailTab({ inbox }: { inbox: Inbox }) {
  const connections = useQuery(mailConnectionsQuery(inbox.id))
  const [edited, setEdited] = useState<Kind>()
  const [going, setGoing] = useState<MailConnection>()
  const refresh = useRefresh()
  const close = () => setEdited(undefined)
  const known = (kind: Kind | undefined) => connections.data?.find((one) => one.kind === kind)
  return (
    <>
      <TabHead lead={text("mail.lead")} />
      <Status inbox={inbox} />
      <Loaded query={connections}>
        {() => (
          <ul className={pageStyles["rows"]} aria-label={text("mail.connections")}>
            {kinds.map((kind) => (
              <li key={kind} className={`${pageStyles["row"]} ${styles["row"]}`}>
                <Connection
                  inboxId={inbox.id}
                  kind={kind}
                  connection={known(kind)}
                  onEdit={() => setEdited(kind)}
                  onDelete={setGoing}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Answers inbox={inbox} />
      <Dialog
        title={text(edited === "smtp" ? "mail.smtp" : "mail.imap")}
        open={edited !== undefined}
        onClose={close}
        size="large"
      >
        {edited && <ConnectionForm inbox={inbox} kind={edited} connection={known(edited)} onClose={close} />}
      </Dialog>
      <ConfirmDialog
        title={text("mail.delete.ask", { host: going?.host ?? "" })}
        open={going !== undefined}
        onClose={() => setGoing(undefined)}
        confirm={text("settings.delete.one")}
        done={text("settings.deleted", { name: going?.host ?? "" })}
        onConfirm={async () => {
          if (going) await desk.inboxes.mailConnections(inbox.id).delete(going.id)
          await refresh(["mail-connections", inbox.id], ["mail-status", inbox.id])
        }}
      >
        {text(going?.kind === "smtp" ? "mail.delete.smtp" : "mail.delete.imap")}
      </ConfirmDialog>
    </>
  )
}

/** Whether mail goes out at all is what people must not overlook. */
function Status({ inbox }: { inbox: Inbox }) {
  const { data } = useQuery(mailStatusQuery(inbox.id))
  if (!data) return null
  const { sendsThrough, held, delayed, failed } = data
  const lines = [
    sendsThrough === "nothing" && text("mail.status.nothing"),
    sendsThrough === "relay" && text("mail.status.relay"),
    held > 0 && text("mail.status.held", { count: held }),
    delayed > 0 && text("mail.status.delayed", { count: delayed }),
    failed > 0 && text("mail.status.failed", { count: failed }),
  ].filter((line) => line !== false)
  if (lines.length === 0) return null
  const isWell = sendsThrough !== "nothing" && held + delayed + failed === 0
  return (
    <ul className={styles["status"]} data-tone={isWell ? "plain" : "warning"} aria-label={text("mail.status")}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

interface ConnectionProps {
  inboxId: number
  kind: Kind
  connection: MailConnection | undefined
  onEdit: () => void
  onDelete: (connection: MailConnection) => void
}

function Connection({ inboxId, kind, connection, onEdit, onDelete }: ConnectionProps) {
  const Icon = kind === "imap" ? InboxIcon : Send
  return (
    <>
      <RowText
        icon={<Icon size={16} aria-hidden />}
        title={text(`mail.${kind}`)}
        more={connection ? <About connection={connection} /> : text(`mail.${kind}.none`)}
        badges={
          connection && (
            <span className={styles["state"]} data-state={connection.enabled ? connection.state : "off"}>
              {text(connection.enabled ? `mail.state.${connection.state}` : "mail.state.off")}
            </span>
          )
        }
      />
      <RowActions>
        <Button onClick={onEdit}>{text(connection ? "mail.change" : "mail.connect")}</Button>
        {connection && (
          <Button look="quiet" onClick={() => onDelete(connection)}>
            {text("settings.delete.one")}
          </Button>
        )}
      </RowActions>
      {connection && <Trial inboxId={inboxId} connectionId={connection.id} />}
    </>
  )
}

function About({ connection }: { connection: MailConnection }) {
  const { host, port, username, problem, backfill } = connection
  return (
    <>
      {username === "" ? `${host}:${port}` : `${username} · ${host}:${port}`}
      {problem !== undefined && <span className={styles["problem"]}>{problem}</span>}
      {backfill && backfill.endedAt === undefined && (
        <span>
          {text("mail.backfill", { done: numberText(backfill.done), total: numberText(backfill.total) })}{" "}
          <progress value={backfill.done} max={Math.max(backfill.total, 1)} aria-label={text("mail.backfill.label")} />
        </span>
      )}
    </>
  )
}
