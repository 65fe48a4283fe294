import type { Notice } from "@deskhand/contract/people/notification"
import { noticeText } from "../data/notifications/notice-text.ts"
import { serveOffline } from "./offline-worker.ts"

// The little that is used here of what browsers give a service worker: their types cannot stand beside those of pages.
interface Page {
  readonly focused: boolean
  focus(): Promise<unknown>
  postMessage(message: unknown): void
}

interface Happening extends Event {
  waitUntil(work: Promise<unknown>): void
  data: { json(): Notice } | null
  notification: Notification
}

const worker = globalThis as unknown as {
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options: object): Promise<Page[]>
    openWindow(path: string): Promise<unknown>
    claim(): Promise<void>
  }
  skipWaiting(): Promise<void>
  addEventListener(name: string, hear: (event: Happening) => void): void
}

serveOffline()

const pages = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true })

// One that is newer takes over at once: pages rely only on what its caches hold, which stays.
worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()))
})
worker.addEventListener("notificationclick", (event) => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data)))
})

/** Who is looking at the desk sees it there. */
async function show(notice: Notice): Promise<void> {
  if ((await pages()).some(({ focused }) => focused)) return
  const { title, body } = noticeText(notice)
  await worker.registration.showNotification(title, {
    body,
    icon: "/icon-192.png",
    tag: `conversation-${notice.conversationId}`,
    data: `/conversation/${notice.conversationId}/${notice.number}`,
  })
}

/** In a window that is there, without loading it anew; otherwise in a new one. */
async function open(path: string): Promise<void> {
  const [page] = await pages()
  if (!page) return void (await worker.clients.openWindow(path))
  page.postMessage({ open: path })
  await page.focus()
}
