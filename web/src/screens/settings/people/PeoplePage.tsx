import type { ListedUser, ResetLink } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { KeyRound, Pencil, Plus, UserMinus, UserRound } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { useMe } from "../../../data/session.ts"
import { tell, tellFailure } from "../../../data/toasts.ts"
import { text } from "../../../messages/settings.ts"
import { ConfirmDialog } from "../../../ui/form/DialogForm.tsx"
import { Avatar } from "../../../ui/parts/Avatar.tsx"
import { Button, IconButton } from "../../../ui/parts/Button.tsx"
import { Dialog } from "../../../ui/parts/Dialog.tsx"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { Allowed } from "../page/Allowed.tsx"
import { Badge, Loaded, Page } from "../page/Page.tsx"
import { RowActions, Rows, RowText } from "../page/Rows.tsx"
import { useRefresh } from "../page/refresh.ts"
import { LinkDialog } from "./LinkDialog.tsx"
import { EditPersonForm, NewPersonForm } from "./PersonForm.tsx"
import { fullName, usersQuery } from "./queries.ts"

export function PeoplePage() {
  return (
    <Allowed>
      <People />
    </Allowed>
  )
}

interface NamedLink {
  name: string
  link: ResetLink
}

function People() {
  const me = useMe()
  const users = useQuery(usersQuery)
  const [edited, setEdited] = useState<ListedUser | "new">()
  const [going, setGoing] = useState<ListedUser>()
  const [handed, setHanded] = useState<NamedLink>()
  const refresh = useRefresh()
  const settle = () => refresh(["users"], ["assignees"], ["teams"])

  async function makeLink(id: number, name: string) {
    try {
      setHanded({ name, link: await desk.users.resetLink(id) })
    } catch (error) {
      tellFailure(error)
    }
  }

  async function deactivate({ id, ...user }: ListedUser) {
    const name = fullName(user)
    await desk.users.delete(id)
    await settle()
    const undo = () =>
      void desk.users.change(id, { active: true }).then(
        () => settle().then(() => tell(text("people.back", { name }))),
        (error: unknown) => tellFailure(error),
      )
    tell(text("people.gone", { name }), { undo })
  }

  return (
    <Page
      title={text("people.title")}
      lead={text("people.lead")}
      action={
        <Button look="primary" onClick={() => setEdited("new")}>
          <Plus size={15} aria-hidden /> {text("people.add")}
        </Button>
      }
    >
      <Loaded query={users}>
        {(all) => (
          <Rows
            label={text("people.title")}
            items={all}
            keyOf={({ id }) => id}
            wordsOf={(user) => `${fullName(user)} ${user.email ?? ""} ${user.jobTitle ?? ""}`}
            empty={<Notice icon={<UserRound size={22} />} title={text("people.none")} />}
          >
            {(user) => {
              const name = fullName(user)
              const mayChange = user.role !== "owner" || user.id === me.id
              return (
                <>
                  <RowText
                    icon={<Avatar name={name} />}
                    title={name}
                    badges={
                      <>
                        <Badge>{text(`role.${user.role ?? "user"}`)}</Badge>
                        {user.id === me.id && <Badge tone="good">{text("people.you")}</Badge>}
                      </>
                    }
                    more={[user.email, user.jobTitle].filter(Boolean).join(" · ")}
                  />
                  {mayChange && (
                    <RowActions>
                      <IconButton
                        label={text("settings.edit", { name })}
                        icon={<Pencil size={15} />}
                        onClick={() => setEdited(user)}
                      />
                      {user.id !== me.id && (
                        <>
                          <IconButton
                            label={text("people.link", { name })}
                            icon={<KeyRound size={15} />}
                            onClick={() => void makeLink(user.id, name)}
                          />
                          <IconButton
                            label={text("people.deactivate.one", { name })}
                            icon={<UserMinus size={15} />}
                            onClick={() => setGoing(user)}
                          />
                        </>
                      )}
                    </RowActions>
                  )}
                </>
              )
            }}
          </Rows>
        )}
      </Loaded>
      <Dialog
        title={text(edited === "new" ? "people.add" : "people.edit")}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
      >
        {edited === "new" && (
          <NewPersonForm
            onClose={() => setEdited(undefined)}
            onDone={async (id, name) => {
              await settle()
              await makeLink(id, name)
            }}
          />
        )}
        {edited && edited !== "new" && (
          <EditPersonForm user={edited} onClose={() => setEdited(undefined)} onDone={settle} />
        )}
      </Dialog>
      <ConfirmDialog
        title={text("people.deactivate.ask", { name: going ? fullName(going) : "" })}
        open={going !== undefined}
        onClose={() => setGoing(undefined)}
        confirm={text("people.deactivate")}
        onConfirm={async () => {
          if (going) await deactivate(going)
        }}
      >
        {text("people.deactivate.what")}
      </ConfirmDialog>
      <LinkDialog handed={handed} onClose={() => setHanded(undefined)} />
    </Page>
  )
}
