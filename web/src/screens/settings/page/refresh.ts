import { useQueryClient } from "@tanstack/react-query"

/** Lets what was changed here be read again at once, without waiting to hear of it. */
export function useRefresh(): (...keys: (readonly unknown[])[]) => Promise<unknown> {
  const queryClient = useQueryClient()
  return (...keys) => Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
