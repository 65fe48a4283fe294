import { DeskhandError } from "@deskhand/sdk/client"
import { useState } from "react"
import { reasonOf } from "../../data/client.ts"
import { tell } from "../../data/toasts.ts"
import { text } from "../../messages/settings.ts"

export interface Saving {
  busy: boolean
  /** What concerns no field that is shown. */
  failure: string | undefined
  /** What the desk says of a value, by where it stands in what was sent. */
  at(field: string): string | undefined
  /** True where it went well, which is then told. */
  run(deed: () => Promise<unknown>, done?: string): Promise<boolean>
}

/** One thing that is saved at a time. `fields` are those beside which refusals are shown. */
export function useSaving(fields: readonly string[] = []): Saving {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const errors = error instanceof DeskhandError ? error.errors : []
  const isAt = (path: string, field: string) =>
    path === field || path.startsWith(`${field}[`) || path.startsWith(`${field}.`)
  const homeless = errors.filter(({ path }) => !fields.some((field) => isAt(path, field)))
  const isSaidElsewhere = errors.length > 0 && homeless.length === 0
  return {
    busy,
    failure:
      error === undefined || isSaidElsewhere
        ? undefined
        : [reasonOf(error, text("failure.offline")), ...homeless.map(({ path, message }) => `${path} ${message}`)].join(
            " · ",
          ),
    at: (field) => errors.find(({ path }) => isAt(path, field))?.message,
    async run(deed, done) {
      setBusy(true)
      setError(undefined)
      try {
        await deed()
        if (done !== undefined) tell(done)
        return true
      } catch (failed) {
        setError(failed)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
