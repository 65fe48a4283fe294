import type { Conversation, Tag } from "@deskhand/sdk/client"
import { queryOptions } from "@tanstack/react-query"
import { desk } from "./client.ts"

export const tagsQuery = queryOptions({
  queryKey: ["tags"],
  queryFn: () => Array.fromAsync(desk.tags.all({ size: 100 })),
})

/** As conversations have it. A new tag is grey until the desk says what it looks like. */
export function tagNamed(name: string, known: readonly Tag[]): Conversation["tags"][number] {
  const tag = known.find((one) => one.name.toLowerCase() === name.toLowerCase())
  const fill = (colour: string) => ({ fill: colour })
  return {
    id: tag?.id ?? 0,
    color: tag?.color ?? "#7f8c8d",
    tag: tag?.name ?? name,
    styles: {
      default: { background: fill("#e8eaea"), text: fill("#2c3131") },
      dark: { background: fill("#2c3131"), text: fill("#e5e8e8") },
    },
  }
}
