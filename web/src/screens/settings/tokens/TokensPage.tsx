import type { PersonalToken } from "@deskhand/sdk/client"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { KeyRound, Plus, Trash2 } from "lucide-react"
import { useState } from "react"
import { desk } from "../../../data/client.ts"
import { administers, useMe } from "../../../data/session.ts"
import { dateText } from "../../../messages/moments.ts"
import { text } from "../../../messages/settings.ts"
import { ConfirmDialog, DialogForm } from "../../../ui/form/DialogForm.tsx"
import { CheckField, RadioField, TextField } from "../../../ui/form/fields.tsx"
import { useSettingsForm } from "../../../ui/form/settings-form.ts"
import { Button, IconButton } from "../../../ui/parts/Button.tsx"
import { Dialog } from "../../../ui/parts/Dialog.tsx"
import { Notice } from "../../../ui/parts/Notice.tsx"
import { Badge, Loaded, Page } from "../page/Page.tsx"
import { RowActions, Rows, RowText } from "../page/Rows.tsx"
import { useRefresh } from "../page/refresh.ts"
import { Secret } from "../page/Secret.tsx"

/** No event tells of one's own tokens, so they are read anew whenever the page is opened. */
const tokensQuery = queryOptions({
  queryKey: ["tokens"],
  queryFn: () => Array.fromAsync(desk.personalTokens.all({ size: 100 })),
  staleTime: 0,
})

/** What programs act with for whoever is signed in; everybody has their own. */
export function TokensPage() {
  const tokens = useQuery(tokensQuery)
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<{ name: string; token: string }>()
  const [going, setGoing] = useState<PersonalToken>()
  const refresh = useRefresh()
  return (
    <Page
      title={text("tokens.title")}
      lead={
        <>
          {text("tokens.lead")}{" "}
          <a href="/docs" target="_blank" rel="noopener">
            {text("nav.reference")}
          </a>
        </>
      }
      action={
        <Button look="primary" onClick={() => setAdding(true)}>
          <Plus size={15} aria-hidden /> {text("tokens.add")}
        </Button>
      }
    >
      <Loaded query={tokens}>
        {(all) => (
          <Rows
            label={text("tokens.title")}
            items={all}
            keyOf={({ id }) => id}
            wordsOf={({ name }) => name}
            empty={
              <Notice icon={<KeyRound size={22} />} title={text("tokens.none")}>
                {text("tokens.none.more")}
              </Notice>
            }
          >
            {(token) => (
              <>
                <RowText
                  icon={<KeyRound size={18} aria-hidden />}
                  title={token.name}
                  badges={<Badge>{text(`tokens.scope.${token.scope}`)}</Badge>}
                  more={text("tokens.since", { date: dateText(token.createdAt) })}
                />
                <RowActions>
                  <IconButton
                    label={text("tokens.revoke.one", token)}
                    icon={<Trash2 size={15} />}
                    onClick={() => setGoing(token)}
                  />
                </RowActions>
              </>
            )}
          </Rows>
        )}
      </Loaded>
      <Dialog title={text("tokens.add")} open={adding} onClose={() => setAdding(false)}>
        <TokenForm
          onClose={() => setAdding(false)}
          onMade={async (name, token) => {
            setMade({ name, token })
            await refresh(["tokens"])
          }}
        />
      </Dialog>
      <Dialog
        title={text("tokens.made", { name: made?.name ?? "" })}
        open={made !== undefined}
        onClose={() => setMade(undefined)}
      >
        {made && (
          <Secret
            label={text("tokens.token")}
            value={made.token}
            lead={text("tokens.made.lead")}
            onClose={() => setMade(undefined)}
          />
        )}
      </Dialog>
      <ConfirmDialog
        title={text("tokens.revoke.ask", { name: going?.name ?? "" })}
        open={going !== undefined}
        onClose={() => setGoing(undefined)}
        confirm={text("tokens.revoke")}
        done={text("tokens.revoked", { name: going?.name ?? "" })}
        onConfirm={async () => {
          if (going) await desk.personalTokens.delete(going.id)
          await refresh(["tokens"])
        }}
      >
        {text("tokens.revoke.what")}
      </ConfirmDialog>
    </Page>
  )
}

interface TokenFormProps {
  onClose: () => void
  onMade: (name: string, token: string) => Promise<unknown>
}

function TokenForm({ onClose, onMade }: TokenFormProps) {
  const isAdmin = administers(useMe())
  const form = useSettingsForm({
    saved: { name: "", scope: "full" as PersonalToken["scope"], administration: false },
    async save({ name, scope, administration }) {
      const chosen = isAdmin && scope === "full" && administration ? "administration" : scope
      const { token } = await desk.personalTokens.create({ name, scope: chosen })
      return { name, token }
    },
    async onSaved({ name, token }) {
      onClose()
      await onMade(name, token)
    },
  })
  return (
    <DialogForm form={form} submit={text("tokens.add.submit")} onClose={onClose}>
      <TextField
        {...form.field("name")}
        label={text("tokens.name")}
        hint={text("tokens.name.hint")}
        required
        maxLength={120}
      />
      <RadioField
        {...form.field("scope")}
        label={text("tokens.scope")}
        options={(["full", "read-only", "drafts-only"] as const).map((value) => ({
          value,
          label: text(`tokens.scope.${value}`),
          hint: text(`tokens.scope.${value}.hint`),
        }))}
      />
      {isAdmin && form.values.scope === "full" && (
        <CheckField
          {...form.field("administration")}
          label={text("tokens.administration")}
          hint={text("tokens.administration.hint")}
        />
      )}
    </DialogForm>
  )
}
