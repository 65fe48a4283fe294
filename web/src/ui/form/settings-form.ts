import { DeskhandError } from "@deskhand/sdk/client"
import { type FieldValues, get, useForm } from "react-hook-form"
import { reasonOf } from "../../data/client.ts"
import { valueText } from "../../data/problems/problems.ts"
import { tell } from "../../data/toasts.ts"
import { text } from "../../messages/settings.ts"

interface SettingsFormOptions<Values, Result> {
  /** As the desk has them. When they change meanwhile, that shows in all that was not touched here. */
  saved: Values
  /** Where the desk names a value in what it refuses, if not by its name here. */
  pathsOf?: (name: keyof Values & string) => readonly string[]
  save: Save<Values, Result>
  /** What is said when it is saved. */
  done?: string | ((values: Values) => string) | undefined
  onSaved?: (result: Result) => unknown
}

type Save<Values, Result> = (values: Values, changes: Partial<Values>) => Promise<Result>

/** What a control of a form needs. */
export interface FieldControl<Value> {
  value: Value
  onChange: (value: Value) => void
  /** What the desk says of the value. */
  failure: string | undefined
}

/** What the frame of a form needs, whatever is in it. */
export interface FormFrame {
  isDirty: boolean
  isSaving: boolean
  /** What the desk refuses and no control shows. */
  failure: string | undefined
  reset(): void
  save(): Promise<void>
}

export interface SettingsForm<Values, Result = unknown> extends FormFrame {
  values: Values
  /** What differs from what the desk has. */
  changes: Partial<Values>
  field<Name extends keyof Values & string>(name: Name): FieldControl<Values[Name]>
  failureAt(path: string): string | undefined
  set(changes: Partial<Values>): void
  /** Another way of saving may be given for once. */
  save(how?: Save<Values, Result>): Promise<void>
  /** Does something else with the values, and shows at the fields what is refused. */
  attempt(task: (values: Values) => Promise<unknown>): Promise<void>
}

/** A form of the settings: what was typed, what of it differs, one save at a time, and what the desk refuses, by field. */
export function useSettingsForm<Values extends object, Result = unknown>({
  saved,
  pathsOf = (name) => [name],
  save,
  done,
  onSaved,
}: SettingsFormOptions<Values, Result>): SettingsForm<Values, Result> {
  const form = useForm<FieldValues>({ values: saved, resetOptions: { keepDirtyValues: true } })
  const { errors, isSubmitting } = form.formState
  const values = form.watch() as Values
  const names = Object.keys(saved) as (keyof Values & string)[]
  const changed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(saved[name]))
  const changes = Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Values>
  const failureAt = (path: string) => messageIn(get(errors, path))
  const setValue = (name: string, value: unknown) => form.setValue(name, value, { shouldDirty: true })
  const set = (changes: Partial<Values>) => {
    for (const [name, value] of Object.entries(changes)) setValue(name, value)
  }
  const reset = () => form.reset(undefined, { keepDirtyValues: false })

  const showErrors = (error: unknown) => {
    const refused = error instanceof DeskhandError ? error.errors : []
    const paths = names.flatMap(pathsOf)
    const shown = ({ path }: { path: string }) =>
      paths.some((one) => `${path}.`.replace("[", ".").startsWith(`${one}.`))
    const others = refused.filter((one) => !shown(one))
    for (const { path, message } of refused.toReversed()) form.setError(path, { message })
    if (refused.length === 0) form.setError("root", { message: reasonOf(error, text("failure.offline")) })
    else if (others.length > 0) form.setError("root", { message: others.map(valueText).join(" ") })
  }

  return {
    values,
    changes,
    isDirty: changed.length > 0,
    isSaving: isSubmitting,
    failure: errors.root?.message,
    field: (name) => ({
      value: values[name],
      onChange: (value) => setValue(name, value),
      failure: pathsOf(name).map(failureAt).find(Boolean),
    }),
    failureAt,
    set,
    reset,
    async attempt(task) {
      form.clearErrors()
      await task(values).catch(showErrors)
    },
    async save(how = save) {
      form.clearErrors()
      await form
        .handleSubmit(async () => {
          const result = await how(values, changes)
          if (done !== undefined) tell(typeof done === "string" ? done : done(values))
          reset()
          await onSaved?.(result)
        })()
        .catch(showErrors)
    },
  }
}

/** The first message of a value or of what it contains. */
function messageIn(found: unknown): string | undefined {
  if (typeof found !== "object" || found === null) return undefined
  if ("message" in found && typeof found.message === "string") return found.message
  return Object.values(found).map(messageIn).find(Boolean)
}
