import type { PatchOperation } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"

/** What is left empty is taken away. */
export function replacing(path: string, value: string): PatchOperation {
  return value === "" ? { op: "remove", path } : { op: "replace", path, value }
}

/** Changes a customer, and waits until what is shown is what the desk has. */
export function useCustomerChange(id: number): (operations: PatchOperation[]) => Promise<void> {
  const queryClient = useQueryClient()
  return async (operations) => {
    await desk.customers.update(id, operations)
    await queryClient.invalidateQueries({ queryKey: ["customer", id] })
  }
}
