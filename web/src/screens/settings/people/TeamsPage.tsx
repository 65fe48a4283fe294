import type { Team } from "@deskhand/sdk/client"
import { useQueries, useQuery } from "@tanstack/react-query"
import { Pencil, Plus, Trash2, UsersRound } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { text } from "../../../messages/settings.ts"
import { ConfirmDialog } from "../../../ui/form/DialogForm.tsx"
import { Avatar } from "../../../ui/parts/Avatar.tsx"
import { Button, IconButton } from "../../../ui/parts/Button.tsx"
import { Dialog } from "../../../ui/parts/Dialog.tsx"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { Allowed } from "../page/Allowed.tsx"
import { Loaded, Page } from "../page/Page.tsx"
import { RowActions, Rows, RowText } from "../page/Rows.tsx"
import { useRefresh } from "../page/refresh.ts"
import { fullName, membersQuery, teamsQuery } from "./queries.ts"
import { TeamForm } from "./TeamForm.tsx"

export function TeamsPage() {
  return (
    <Allowed>
      <Teams />
    </Allowed>
  )
}

function Teams() {
  const teams = useQuery(teamsQuery)
  const [edited, setEdited] = useState<Team | "new">()
  const [going, setGoing] = useState<Team>()
  const refresh = useRefresh()
  const members = useMembers(teams.data ?? [])
  const settle = () => refresh(["teams"], ["assignees"])
  return (
    <Page
      title={text("teams.title")}
      lead={text("teams.lead")}
      action={
        <Button look="primary" onClick={() => setEdited("new")}>
          <Plus size={15} aria-hidden /> {text("teams.add")}
        </Button>
      }
    >
      <Loaded query={teams}>
        {(all) => (
          <Rows
            label={text("teams.title")}
            items={all}
            keyOf={({ id }) => id}
            wordsOf={({ id, name }) => `${name} ${members.get(id)?.join(" ") ?? ""}`}
            empty={
              <Notice icon={<UsersRound size={22} />} title={text("teams.none")}>
                {text("teams.none.more")}
              </Notice>
            }
          >
            {(team) => (
              <>
                <RowText
                  icon={<Avatar name={team.name} team />}
                  title={team.name}
                  more={members.get(team.id)?.join(", ") || text("teams.nobody")}
                />
                <RowActions>
                  <IconButton
                    label={text("settings.edit", team)}
                    icon={<Pencil size={15} />}
                    onClick={() => setEdited(team)}
                  />
                  <IconButton
                    label={text("settings.delete", team)}
                    icon={<Trash2 size={15} />}
                    onClick={() => setGoing(team)}
                  />
                </RowActions>
              </>
            )}
          </Rows>
        )}
      </Loaded>
      <Dialog
        title={text(edited === "new" ? "teams.add" : "teams.edit")}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
      >
        {edited && (
          <TeamForm team={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} onDone={settle} />
        )}
      </Dialog>
      <ConfirmDialog
        title={text("teams.delete.ask", { name: going?.name ?? "" })}
        open={going !== undefined}
        onClose={() => setGoing(undefined)}
        confirm={text("settings.delete.one")}
        done={text("settings.deleted", { name: going?.name ?? "" })}
        onConfirm={async () => {
          if (going) await desk.teams.delete(going.id)
          await settle()
        }}
      >
        {text("teams.delete.what")}
      </ConfirmDialog>
    </Page>
  )
}

/** Their names, of those teams whose members have been read. */
function useMembers(teams: readonly Team[]): ReadonlyMap<number, string[]> {
  const members = useQueries({ queries: teams.map(({ id }) => membersQuery(id)) })
  return new Map(teams.map(({ id }, index) => [id, (members[index]?.data ?? []).map(fullName)]))
}
