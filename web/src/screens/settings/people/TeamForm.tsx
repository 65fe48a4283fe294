import type { Team } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"
import { text } from "../../../messages/settings.ts"
import { CheckList } from "../../../ui/form/CheckList.tsx"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { useDraft } from "../../../ui/form/draft.ts"
import { GroupField, TextField } from "../../../ui/form/fields.tsx"
import { useSaving } from "../../../ui/form/saving.ts"
import { Loaded } from "../page/Page.tsx"
import { fullName, membersQuery, usersQuery } from "./queries.ts"

interface TeamFormProps {
  /** None where a new one is made. */
  team: Team | undefined
  onClose: () => void
  onDone: () => Promise<unknown>
}

export function TeamForm({ team, ...rest }: TeamFormProps) {
  return team ? <EditTeam team={team} {...rest} /> : <Form team={undefined} memberIds={[]} {...rest} />
}

function EditTeam({ team, ...rest }: TeamFormProps & { team: Team }) {
  const members = useQuery(membersQuery(team.id))
  return (
    <Loaded query={members}>{(found) => <Form team={team} memberIds={found.map(({ id }) => id)} {...rest} />}</Loaded>
  )
}

function Form({ team, memberIds, onClose, onDone }: TeamFormProps & { memberIds: number[] }) {
  const { data: users = [] } = useQuery(usersQuery)
  const draft = useDraft({ name: team?.name ?? "", memberIds })
  const { values, set } = draft
  const saving = useSaving(["name", "memberIds", "addedUserIds", "deletedUserIds"])
  const save = async () => {
    const done = await saving.run(async () => {
      if (!team) {
        await desk.teams.create(values)
        return
      }
      const { name } = draft.changes
      const added = values.memberIds.filter((id) => !memberIds.includes(id))
      const gone = memberIds.filter((id) => !values.memberIds.includes(id))
      if (name !== undefined) await desk.teams.change(team.id, { name })
      if (added.length + gone.length > 0)
        await desk.teams.changeMembers(team.id, { addedUserIds: added, deletedUserIds: gone })
    }, text("settings.saved"))
    if (!done) return
    onClose()
    await onDone()
  }
  return (
    <DialogForm saving={saving} disabled={!draft.dirty} onClose={onClose} onSave={() => void save()}>
      <TextField
        label={text("teams.name")}
        value={values.name}
        failure={saving.at("name")}
        required
        maxLength={80}
        onChange={(name) => set({ name })}
      />
      <GroupField
        label={text("teams.members")}
        failure={saving.at("memberIds") ?? saving.at("addedUserIds") ?? saving.at("deletedUserIds")}
      >
        <CheckList
          label={text("teams.members")}
          options={users.map((user) => ({ value: user.id, label: fullName(user), hint: user.email }))}
          chosen={values.memberIds}
          none={text("people.none")}
          onChange={(memberIds) => set({ memberIds })}
        />
      </GroupField>
    </DialogForm>
  )
}
