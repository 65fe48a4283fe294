import type { Inbox } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { desk } from "../../../../data/client.ts"
import { text } from "../../../../messages/settings.ts"
import { CheckList, type CheckOption } from "../../../../ui/form/CheckList.tsx"
import { useDraft } from "../../../../ui/form/draft.ts"
import { GroupField } from "../../../../ui/form/fields.tsx"
import { SaveForm } from "../../../../ui/form/SaveForm.tsx"
import { useSaving } from "../../../../ui/form/saving.ts"
import { Loaded } from "../../page/Page.tsx"
import { useRefresh } from "../../page/refresh.ts"
import { fullName, systemUsersQuery, usersOfQuery, usersQuery } from "../../people/queries.ts"

/** Who may enter an inbox; owners and admins enter every one. */
export function AccessTab({ inbox }: { inbox: Inbox }) {
  const users = useQuery(usersQuery)
  const systemUsers = useQuery(systemUsersQuery)
  const given = useQuery(usersOfQuery(inbox.id))
  return (
    <Loaded query={users}>
      {(people) => (
        <Loaded query={systemUsers}>
          {(agents) => (
            <Loaded query={given}>
              {(ids) => (
                <AccessForm
                  inboxId={inbox.id}
                  given={ids}
                  options={[
                    ...people.map((user) => ({
                      value: user.id,
                      label: fullName(user),
                      hint: text(`role.${user.role ?? "user"}`),
                      fixed: user.role === "owner" || user.role === "admin",
                    })),
                    ...agents.map((user) => ({ value: user.id, label: fullName(user), hint: text("role.system") })),
                  ]}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

interface AccessFormProps {
  inboxId: number
  given: number[]
  options: CheckOption<number>[]
}

function AccessForm({ inboxId, given, options }: AccessFormProps) {
  const fixed = options.filter((option) => option.fixed).map(({ value }) => value)
  const named = given.filter((id) => !fixed.includes(id)).toSorted((one, other) => one - other)
  const draft = useDraft({ userIds: named })
  const saving = useSaving(["userIds"])
  const refresh = useRefresh()
  const save = async () => {
    await desk.inboxes.setUsers(inboxId, draft.values.userIds)
    await refresh(["users"], ["routing"], ["assignees"])
    draft.reset()
  }
  return (
    <SaveForm draft={draft} saving={saving} onSave={() => void saving.run(save, text("settings.saved"))}>
      <GroupField label={text("inbox.access.who")} hint={text("inbox.access.hint")} failure={saving.at("userIds")}>
        <CheckList
          label={text("inbox.access.who")}
          options={options}
          chosen={draft.values.userIds}
          none={text("people.none")}
          onChange={(userIds) => draft.set({ userIds: userIds.toSorted((one, other) => one - other) })}
        />
      </GroupField>
    </SaveForm>
  )
}
