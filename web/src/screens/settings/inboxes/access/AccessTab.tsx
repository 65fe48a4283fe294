import type { Inbox } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { desk } from "../../../../data/client.ts"
import { text } from "../../../../messages/settings.ts"
import { CheckListField, type CheckOption } from "../../../../ui/form/CheckList.tsx"
import { SaveForm } from "../../../../ui/form/SaveForm.tsx"
import { useSettingsForm } from "../../../../ui/form/settings-form.ts"
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
  const refresh = useRefresh()
  const form = useSettingsForm({
    saved: { userIds: named },
    async save({ userIds }) {
      await desk.inboxes.setUsers(inboxId, userIds)
      await refresh(["users"], ["routing"], ["assignees"])
    },
    done: text("settings.saved"),
  })
  return (
    <SaveForm form={form}>
      <CheckListField
        {...form.field("userIds")}
        label={text("inbox.access.who")}
        hint={text("inbox.access.hint")}
        options={options}
        none={text("people.none")}
        onChange={(userIds) => form.set({ userIds: userIds.toSorted((one, other) => one - other) })}
      />
    </SaveForm>
  )
}
