import type { App, IssuedApp } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { AppWindow, KeyRound, Pencil, Plus, Trash2, UsersRound } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { nameOf } from "../../../data/people.ts"
import { dateText } from "../../../messages/moments.ts"
import { text } from "../../../messages/settings.ts"
import { ConfirmDialog } from "../../../ui/form/DialogForm.tsx"
import formStyles from "../../../ui/form/Form.module.css"
import { Button, IconButton } from "../../../ui/parts/Button.tsx"
import { Dialog } from "../../../ui/parts/Dialog.tsx"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { Allowed } from "../page/Allowed.tsx"
import { Badge, Loaded, Page } from "../page/Page.tsx"
import { RowActions, Rows, RowText } from "../page/Rows.tsx"
import { useRefresh } from "../page/refresh.ts"
import { AppForm } from "./AppForm.tsx"
import { Issued } from "./Issued.tsx"
import { appsQuery, appUsersQuery } from "./queries.ts"

export function AppsPage() {
  return (
    <Allowed>
      <Apps />
    </Allowed>
  )
}

type AppDialog = { app: App; what: "edit" | "rotate" | "delete" | "people" }

function Apps() {
  const apps = useQuery(appsQuery)
  const [adding, setAdding] = useState(false)
  const [asked, setAsked] = useState<AppDialog>()
  const [issued, setIssued] = useState<IssuedApp & { name: string }>()
  const refresh = useRefresh()
  const settle = () => refresh(["apps"])
  const close = () => setAsked(undefined)
  const name = asked?.app.name ?? ""
  return (
    <Page
      title={text("apps.title")}
      lead={text("apps.lead")}
      action={
        <Button look="primary" onClick={() => setAdding(true)}>
          <Plus size={15} aria-hidden /> {text("apps.add")}
        </Button>
      }
    >
      <Loaded query={apps}>
        {(all) => (
          <Rows
            label={text("apps.title")}
            items={all}
            keyOf={({ id }) => id}
            wordsOf={({ name, clientId }) => `${name} ${clientId}`}
            empty={
              <Notice icon={<AppWindow size={22} />} title={text("apps.none")}>
                {text("apps.none.more")}
              </Notice>
            }
          >
            {(app) => <AppRow app={app} onAsk={(what) => setAsked({ app, what })} />}
          </Rows>
        )}
      </Loaded>
      <Dialog title={text("apps.add")} open={adding} onClose={() => setAdding(false)}>
        <AppForm
          app={undefined}
          onClose={() => setAdding(false)}
          onDone={async (made) => {
            if (made) setIssued(made)
            await settle()
          }}
        />
      </Dialog>
      <Dialog title={text("apps.edit")} open={asked?.what === "edit"} onClose={close}>
        {asked && <AppForm app={asked.app} onClose={close} onDone={settle} />}
      </Dialog>
      <Dialog title={text("apps.people.title", { name })} open={asked?.what === "people"} onClose={close}>
        {asked && <People app={asked.app} onClose={close} />}
      </Dialog>
      <Dialog
        title={text("apps.made", { name: issued?.name ?? "" })}
        open={issued !== undefined}
        onClose={() => setIssued(undefined)}
      >
        {issued && <Issued issued={issued} onClose={() => setIssued(undefined)} />}
      </Dialog>
      <ConfirmDialog
        title={text("apps.rotate.ask", { name })}
        open={asked?.what === "rotate"}
        onClose={close}
        confirm={text("apps.rotate")}
        onConfirm={async () => {
          if (asked) setIssued({ ...(await desk.apps.rotate(asked.app.id)), name })
        }}
      >
        {text("apps.rotate.what")}
      </ConfirmDialog>
      <ConfirmDialog
        title={text("apps.delete.ask", { name })}
        open={asked?.what === "delete"}
        onClose={close}
        confirm={text("settings.delete.one")}
        done={text("settings.deleted", { name })}
        onConfirm={async () => {
          if (asked) await desk.apps.delete(asked.app.id)
          await settle()
        }}
      >
        {text("apps.delete.what", { count: asked?.app.people ?? 0 })}
      </ConfirmDialog>
    </Page>
  )
}

function AppRow({ app, onAsk }: { app: App; onAsk: (what: AppDialog["what"]) => void }) {
  const { name, clientId, people } = app
  return (
    <>
      <RowText
        icon={<AppWindow size={18} aria-hidden />}
        title={name}
        badges={
          <>
            {app.public && <Badge>{text("apps.public")}</Badge>}
            {app.administration && <Badge>{text("apps.administration.badge")}</Badge>}
          </>
        }
        more={
          <>
            {people === 0 ? text("apps.people.none") : text("apps.people", { count: people })}
            <br />
            {text("apps.clientId")} <code>{clientId}</code>
          </>
        }
      />
      <RowActions>
        <IconButton
          label={text("apps.people.show", { name })}
          icon={<UsersRound size={15} />}
          onClick={() => onAsk("people")}
        />
        {!app.public && (
          <IconButton
            label={text("apps.rotate.one", { name })}
            icon={<KeyRound size={15} />}
            onClick={() => onAsk("rotate")}
          />
        )}
        <IconButton label={text("settings.edit", { name })} icon={<Pencil size={15} />} onClick={() => onAsk("edit")} />
        <IconButton
          label={text("settings.delete", { name })}
          icon={<Trash2 size={15} />}
          onClick={() => onAsk("delete")}
        />
      </RowActions>
    </>
  )
}

function People({ app, onClose }: { app: App; onClose: () => void }) {
  const people = useQuery(appUsersQuery(app.id))
  return (
    <div className={formStyles["form"]} data-place="dialog">
      <Loaded query={people}>
        {(all) =>
          all.length === 0 ? (
            <p>{text("apps.people.none")}</p>
          ) : (
            <ul>
              {all.map(({ user, since, until }) => (
                <li key={user.id}>
                  <strong>{nameOf(user)}</strong> · {text("apps.people.since", { date: dateText(since) })}
                  {until && `, ${text("apps.people.until", { date: dateText(until) })}`}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <footer className={formStyles["foot"]}>
        <Button look="primary" onClick={onClose}>
          {text("settings.done")}
        </Button>
      </footer>
    </div>
  )
}
