import type { Folder } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { desk } from "../../../../data/client.ts"
import { text } from "../../../../messages/settings.ts"
import { DialogForm } from "../../../../ui/form/DialogForm.tsx"
import { RadioField, SelectField, TextField } from "../../../../ui/form/fields.tsx"
import { type FieldControl, useSettingsForm } from "../../../../ui/form/settings-form.ts"
import { Loaded } from "../../page/Page.tsx"
import { useRefresh } from "../../page/refresh.ts"
import { teamsQuery } from "../../people/queries.ts"
import { folderQuery } from "../tab/queries.ts"

interface FormProps {
  inboxId: number
  onClose: () => void
}

export function NewFolderForm({ inboxId, onClose }: FormProps) {
  const { data: teams = [] } = useQuery(teamsQuery)
  const refresh = useRefresh()
  const form = useSettingsForm({
    saved: { kind: "search" as "search" | "team", name: "", query: "", teamId: String(teams[0]?.id ?? "") },
    async save({ kind, name, query, teamId }) {
      await desk.inboxes.folders(inboxId).create(kind === "team" ? { teamId: Number(teamId) } : { name, query })
      await refresh(["folders", inboxId])
    },
    done: text("settings.saved"),
    onSaved: onClose,
  })
  return (
    <DialogForm form={form} onClose={onClose}>
      {teams.length > 0 && (
        <RadioField
          {...form.field("kind")}
          label={text("folders.kind")}
          options={(["search", "team"] as const).map((value) => ({
            value,
            label: text(`folders.kind.${value}`),
            hint: text(`folders.kind.${value}.hint`),
          }))}
        />
      )}
      {form.values.kind === "search" ? (
        <SearchFields field={form.field} />
      ) : (
        <SelectField
          {...form.field("teamId")}
          label={text("folders.team")}
          options={teams.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
    </DialogForm>
  )
}

export function EditFolderForm({ inboxId, id, onClose }: FormProps & { id: number }) {
  const folder = useQuery(folderQuery(inboxId, id))
  return <Loaded query={folder}>{(found) => <FolderForm folder={found} inboxId={inboxId} onClose={onClose} />}</Loaded>
}

function FolderForm({ folder, inboxId, onClose }: FormProps & { folder: Folder }) {
  const refresh = useRefresh()
  const form = useSettingsForm({
    saved: { name: folder.name, query: folder.query ?? "" },
    async save(_, changes) {
      await desk.inboxes.folders(inboxId).change(folder.id, changes)
      await refresh(["folders", inboxId])
    },
    done: text("settings.saved"),
    onSaved: onClose,
  })
  return (
    <DialogForm form={form} onClose={onClose}>
      <SearchFields field={form.field} isTeam={folder.type === "team"} />
    </DialogForm>
  )
}

interface SearchFieldsProps {
  field: (name: "name" | "query") => FieldControl<string>
  isTeam?: boolean
}

function SearchFields({ field, isTeam = false }: SearchFieldsProps) {
  return (
    <>
      <TextField {...field("name")} label={text("folders.name")} required maxLength={120} />
      {!isTeam && (
        <TextField
          {...field("query")}
          label={text("folders.query")}
          hint={text("folders.query.hint")}
          required
          maxLength={2048}
          spellCheck={false}
          placeholder="tag:vip status:active"
        />
      )}
    </>
  )
}
