import type { Conversation } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { actsOnOne } from "../bulk/acts.ts"
import { selection } from "../bulk/selection.ts"
import { useActionKeys, useChoiceKeys } from "../conversations/action-keys.ts"
import { useStore } from "../desk/store.ts"
import { mayAnswer, useMe } from "../session/session.ts"
import { cursor } from "./cursor.ts"

interface Pointed {
  /** What stands where the keys point. */
  inPlace: Conversation | undefined
  openId: number | undefined
}

/** Where nothing is open, keys act on the row that is pointed at. One that leaves the list gives its place to the next. */
export function usePointedKeys(id: number | undefined, { inPlace, openId }: Pointed): void {
  const queryClient = useQueryClient()
  const me = useMe()
  const isFree = useStore(selection) === undefined && openId === undefined
  const isThere = inPlace !== undefined && inPlace.id === id
  useEffect(() => {
    if (openId !== undefined || isThere || !inPlace) return
    const { id } = inPlace
    cursor.set((before) => before && { ...before, id })
  }, [openId, isThere, inPlace])
  const acts = isThere ? actsOnOne(queryClient, inPlace) : undefined
  const isActive = isFree && mayAnswer(me)
  useActionKeys(acts, isActive)
  useChoiceKeys(acts, isActive)
}
