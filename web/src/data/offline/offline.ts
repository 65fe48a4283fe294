import { registerWorker } from "./worker.ts"

const userPrefix = "deskhand-user-"

/**
 * Deletes what this browser keeps for reading without a network, of everyone but one user. The worker does so itself where
 * it controls the page; it does not after a reload that goes around it.
 */
export async function deleteOfflineData({ exceptUser }: { exceptUser?: number } = {}): Promise<void> {
  // Only pages that came by HTTPS or from this machine have any.
  if (!("caches" in window)) return
  const names = (await caches.keys()).filter((name) => name.startsWith(userPrefix) && name !== userPrefix + exceptUser)
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** From now on the application opens without a network, too, with what this user was shown last. */
export async function startOffline(userId: number): Promise<void> {
  await deleteOfflineData({ exceptUser: userId })
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  const isNew = !serviceWorker.controller
  // Browsers refuse workers in some private windows: then everything else works as well.
  const registration = await registerWorker().catch(() => undefined)
  // What was read before the worker was there.
  if (isNew)
    registration?.active?.postMessage({ keep: performance.getEntriesByType("resource").map(({ name }) => name) })
}
