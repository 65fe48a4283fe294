import { useQuery } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"
import type { Filling } from "../../data/saved-replies.ts"
import type { NewDraft } from "./draft.ts"

/** What saved replies are filled in from before there is a conversation: the customer, where the desk knows the address. */
export function useFilling({ kind, to, customer, subject }: NewDraft, inboxId: number): Filling {
  const email = (kind === "email" || !customer ? to[0] : undefined) ?? ""
  const { data: known } = useQuery({
    queryKey: ["addressees", "customer", email],
    queryFn: async () => {
      const { _embedded } = await desk.customers.list({ query: `"${email.replace(/["\\]/g, "")}"`, size: 8 })
      const isSame = ({ value }: { value: string }) => value.toLowerCase() === email.toLowerCase()
      return _embedded.customers.find(({ _embedded }) => _embedded.emails.some(isSame)) ?? null
    },
    enabled: email !== "",
    staleTime: 60_000,
  })
  const { firstName, lastName } = known ?? {}
  return {
    mailboxId: inboxId,
    subject,
    primaryCustomer: {
      ...(email !== "" && { email }),
      ...(firstName && { first: firstName }),
      ...(lastName && { last: lastName }),
    },
  }
}
