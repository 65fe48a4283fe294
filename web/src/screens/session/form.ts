import { DeskhandError } from "@deskhand/sdk/client"
import { createContext, type FormEvent, useState } from "react"
import { reasonOf } from "../../data/client.ts"
import { valueText } from "../../data/problems/problems.ts"
import { text } from "../../messages/text.ts"
import { moveFocus } from "../../ui/keyboard/moved-focus.ts"

const usualReason = (error: unknown) => reasonOf(error, text("signIn.unreachable"))

/** What the desk refuses, by the path of the value. Each field shows its own. */
export type Problems = ReadonlyMap<string, string>

export const ProblemsContext = createContext<Problems>(new Map())

/** A form that is sent once at a time. What is refused stands at its field, or above the form where no field has it. */
export function useForm(onSubmit: (form: FormData) => Promise<void>, explain = usualReason) {
  const [failure, setFailure] = useState<string>()
  const [problems, setProblems] = useState<Problems>(new Map())
  const [busy, setBusy] = useState(false)

  async function submit(form: HTMLFormElement) {
    setBusy(true)
    setFailure(undefined)
    setProblems(new Map())
    try {
      await onSubmit(new FormData(form))
    } catch (error) {
      showErrors(error, form)
      setBusy(false)
    }
  }

  function showErrors(error: unknown, form: HTMLFormElement) {
    const refused = error instanceof DeskhandError ? error.errors : []
    const fields = [...form.querySelectorAll<HTMLElement>("[data-path]")]
    const fieldOf = (path: string) => fields.find(({ dataset }) => dataset["path"] === path)
    const others = refused.filter(({ path }) => !fieldOf(path))
    setProblems(new Map(refused.map(({ path, message }) => [path, message])))
    if (refused.length === 0) setFailure(explain(error))
    else if (others.length > 0) setFailure(others.map(valueText).join(" "))
    moveFocus(fields.find(({ dataset }) => refused.some(({ path }) => path === dataset["path"])))
  }

  return {
    failure,
    problems,
    busy,
    /** For forms that stay after they were sent. */
    finish: () => setBusy(false),
    send: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      void submit(event.currentTarget)
    },
  }
}
