import type { Team } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"
import { text } from "../../../messages/settings.ts"
import { CheckListField } from "../../../ui/form/CheckList.tsx"
import { DialogForm } from "../../../ui/form/DialogForm.tsx"
import { TextField } from "../../../ui/form/fields.tsx"
import { useSettingsForm } from "../../../ui/form/settings-form.ts"
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
  const form = useSettingsForm({
    saved: { name: team?.name ?? "", memberIds },
    pathsOf: (name) => (name === "memberIds" ? ["memberIds", "addedUserIds", "deletedUserIds"] : [name]),
    async save(values, { name }) {
      if (!team) {
        await desk.teams.create(values)
        return
      }
      const added = values.memberIds.filter((id) => !memberIds.includes(id))
      const gone = memberIds.filter((id) => !values.memberIds.includes(id))
      if (name !== undefined) await desk.teams.change(team.id, { name })
      if (added.length + gone.length > 0)
        await desk.teams.changeMembers(team.id, { addedUserIds: added, deletedUserIds: gone })
    },
    done: text("settings.saved"),
    async onSaved() {
      onClose()
      await onDone()
    },
  })
  return (
    <DialogForm form={form} disabled={!form.isDirty} onClose={onClose}>
      <TextField {...form.field("name")} label={text("teams.name")} required maxLength={80} />
      <CheckListField
        {...form.field("memberIds")}
        label={text("teams.members")}
        options={users.map((user) => ({ value: user.id, label: fullName(user), hint: user.email }))}
        none={text("people.none")}
      />
    </DialogForm>
  )
}
