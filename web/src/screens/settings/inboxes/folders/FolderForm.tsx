import type { Folder } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { desk } from "../../../../data/client.ts"
import { text } from "../../../../messages/settings.ts"
import { DialogForm } from "../../../../ui/form/DialogForm.tsx"
import { useDraft } from "../../../../ui/form/draft.ts"
import { RadioField, SelectField, TextField } from "../../../../ui/form/fields.tsx"
import { type Saving, useSaving } from "../../../../ui/form/saving.ts"
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
  const draft = useDraft({ kind: "search" as "search" | "team", name: "", query: "", teamId: "" })
  const { values, set } = draft
  const saving = useSaving(["name", "query", "teamId"])
  const refresh = useRefresh()
  const teamId = values.teamId || String(teams[0]?.id ?? "")
  const save = async () => {
    const done = await saving.run(async () => {
      const { name, query } = values
      await desk.inboxes.folders(inboxId).create(values.kind === "team" ? { teamId: Number(teamId) } : { name, query })
      await refresh(["folders", inboxId])
    }, text("settings.saved"))
    if (done) onClose()
  }
  return (
    <DialogForm saving={saving} onSave={() => void save()} onClose={onClose}>
      {teams.length > 0 && (
        <RadioField
          label={text("folders.kind")}
          value={values.kind}
          options={(["search", "team"] as const).map((value) => ({
            value,
            label: text(`folders.kind.${value}`),
            hint: text(`folders.kind.${value}.hint`),
          }))}
          onChange={(kind) => set({ kind })}
        />
      )}
      {values.kind === "search" ? (
        <SearchFields values={values} saving={saving} onChange={set} />
      ) : (
        <SelectField
          label={text("folders.team")}
          value={teamId}
          failure={saving.at("teamId")}
          options={teams.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(teamId) => set({ teamId })}
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
  const draft = useDraft({ name: folder.name, query: folder.query ?? "" })
  const saving = useSaving(["name", "query"])
  const refresh = useRefresh()
  const save = async () => {
    const done = await saving.run(async () => {
      await desk.inboxes.folders(inboxId).change(folder.id, draft.changes)
      await refresh(["folders", inboxId])
    }, text("settings.saved"))
    if (done) onClose()
  }
  return (
    <DialogForm saving={saving} onSave={() => void save()} onClose={onClose}>
      <SearchFields values={draft.values} saving={saving} onChange={draft.set} isTeam={folder.type === "team"} />
    </DialogForm>
  )
}

interface SearchFieldsProps {
  values: { name: string; query: string }
  saving: Saving
  onChange: (change: { name?: string; query?: string }) => void
  isTeam?: boolean
}

function SearchFields({ values, saving, onChange, isTeam = false }: SearchFieldsProps) {
  return (
    <>
      <TextField
        label={text("folders.name")}
        value={values.name}
        failure={saving.at("name")}
        required
        maxLength={120}
        onChange={(name) => onChange({ name })}
      />
      {!isTeam && (
        <TextField
          label={text("folders.query")}
          hint={text("folders.query.hint")}
          value={values.query}
          failure={saving.at("query")}
          required
          maxLength={2048}
          spellCheck={false}
          placeholder="tag:vip status:active"
          onChange={(query) => onChange({ query })}
        />
      )}
    </>
  )
}
