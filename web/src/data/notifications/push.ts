import { desk } from "../client.ts"
import { registerWorker } from "../offline/worker.ts"
import { createPersistentStore } from "../store.ts"

export type PushState = "unsupported" | "denied" | "off" | "on"

/** The number that the desk has given this browser, to take it back by. */
const subscriptionId = createPersistentStore<number>("push", { first: 0, isValid: (found) => Number.isInteger(found) })

/** Browsers give it only to pages that came by HTTPS or from this machine, and some not at all. */
export async function readPush(): Promise<PushState> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unsupported"
  if (Notification.permission === "denied") return "denied"
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription || subscriptionId.get() === 0) return "off"
  // It ended on the desk with the session in which it was asked for.
  const known = await Array.fromAsync(desk.pushSubscriptions.all())
  return known.some(({ id }) => id === subscriptionId.get()) ? "on" : "off"
}

export async function turnOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return readPush()
  const registration = await registerWorker()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: await desk.pushSubscriptions.key(),
  })
  const { endpoint = "", keys = {} } = subscription.toJSON()
  const { p256dh = "", auth = "" } = keys
  const { id } = await desk.pushSubscriptions.create({ endpoint, keys: { p256dh, auth } })
  subscriptionId.set(id)
  return "on"
}

export async function turnOff(): Promise<PushState> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
  const id = subscriptionId.get()
  subscriptionId.set(0)
  // Where it is gone already, there is nothing to take back.
  if (id !== 0) await desk.pushSubscriptions.delete(id).catch(() => {})
  return "off"
}

/** Somebody has pressed a notification while the page was open. */
export function hearOpenings(open: (path: string) => void): () => void {
  const hear = ({ data }: MessageEvent) => {
    if (typeof data?.open === "string") open(data.open)
  }
  const { serviceWorker } = navigator
  serviceWorker?.addEventListener("message", hear)
  return () => serviceWorker?.removeEventListener("message", hear)
}
