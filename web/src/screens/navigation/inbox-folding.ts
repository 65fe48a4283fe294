import { createPersistentStore, type Store, useStore } from "../../data/store.ts"

/** Ids of inboxes, which this browser remembers for each of its users. */
function rememberedInboxes(name: string): (userId: number) => Store<string> {
  const stores = new Map<number, Store<string>>()
  return (userId) => {
    const known = stores.get(userId)
    if (known) return known
    const store = createPersistentStore<string>(`${name}.${userId}`, {
      first: "",
      isValid: (found) => typeof found === "string" && /^(\d+(,\d+)*)?$/.test(found),
    })
    stores.set(userId, store)
    return store
  }
}

const folded = rememberedInboxes("folded-inboxes")
const complete = rememberedInboxes("complete-inboxes")

type Switch = [isOn: boolean, change: () => void]

/** Whether the folders of an inbox are folded away, and how to change that. */
export function useFolded(place: InboxOfUser): Switch {
  return useMembership(folded(place.userId), place.inboxId)
}

/** Whether its empty folders are shown too, and how to change that. */
export function useComplete(place: InboxOfUser): Switch {
  return useMembership(complete(place.userId), place.inboxId)
}

interface InboxOfUser {
  userId: number
  inboxId: number
}

function useMembership(store: Store<string>, id: number): Switch {
  const ids = useStore(store).split(",").filter(Boolean)
  const others = ids.filter((one) => one !== String(id))
  const isIn = others.length < ids.length
  return [isIn, () => store.set((isIn ? others : [...ids, id]).join(","))]
}
