import { type FormEvent, useState } from "react"
import { reasonOf } from "../../data/client.ts"
import { text } from "../../messages/text.ts"

const usualReason = (error: unknown) => reasonOf(error, text("signIn.unreachable"))

/** A form that is sent once at a time and tells what failed. */
export function useForm(onSubmit: (form: FormData) => Promise<void>, explain = usualReason) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(form: HTMLFormElement) {
    setBusy(true)
    setFailure(undefined)
    try {
      await onSubmit(new FormData(form))
    } catch (error) {
      setFailure(explain(error))
      setBusy(false)
    }
  }

  return {
    failure,
    busy,
    /** For forms that stay after they were sent. */
    finish: () => setBusy(false),
    send: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      void submit(event.currentTarget)
    },
  }
}
