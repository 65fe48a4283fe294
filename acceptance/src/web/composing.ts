import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Locator, Page } from "playwright-core"
import { until } from "../until.ts"
import { beginConversation } from "./begin.ts"
import type { WebDesk } from "./desk.ts"
import { goTo, untilLettersAct } from "./going.ts"

export const customer = { email: "wim@customers.example", firstName: "Wim", lastName: "Ost" }

/** A conversation that somebody has begun by mail and that nobody has. */
export function startConversation(client: DeskhandClient, desk: WebDesk, subject: string): Promise<number> {
  return beginConversation(client, { subject, mailboxId: desk.ids.inboxes.support, customer })
}

/** In a page that is loaded anew: nothing of the test before is on it. */
export async function openConversation(page: Page, desk: WebDesk, id: number): Promise<void> {
  await page.goto(`${desk.origin}/conversation/${id}/1?list=unassigned`)
  await page.frameLocator("article[data-tone=customer] iframe").getByText("About ").waitFor()
}

/** In a page that may show another conversation already, which takes half of loading it. */
export async function goToConversation(
  page: Page,
  desk: WebDesk,
  { id, subject }: { id: number; subject: string },
): Promise<void> {
  await goTo(page, `${desk.origin}/conversation/${id}/1?list=unassigned`)
  await page.getByRole("heading", { level: 1, name: subject, exact: true }).waitFor()
  await page.frameLocator("article[data-tone=customer] iframe").getByText(`About ${subject}.`).waitFor()
  // The editor of the conversation before may have had the focus.
  await untilLettersAct(page)
}

export const composer = (page: Page): Locator => page.getByRole("region", { name: "Write" })

/** The editor, once it stands. */
export const writing = (page: Page, name: string | RegExp = "Reply to Wim Ost"): Locator =>
  composer(page).locator("[contenteditable=true]").and(page.getByRole("textbox", { name }))

/** Waits until the page knows that mail waits, and why: only then does it say so of a message that is sent. */
export const untilMailIsKnown = (page: Page): Promise<void> =>
  page.getByRole("status", { name: "Outgoing mail" }).waitFor()

/** All messages of a conversation, the newest first. */
export async function messagesOf(client: DeskhandClient, id: number) {
  const threads = await Array.fromAsync(client.conversations.threads(id).all())
  return threads.filter(({ type }) => type !== "lineitem")
}

/** The same, once the desk has no draft any more: the draft of a note is deleted only after the note was added. */
export function messagesWithoutDraft(client: DeskhandClient, id: number) {
  return until(async () => {
    const messages = await messagesOf(client, id)
    return messages.every(({ state }) => state !== "draft") && messages
  })
}

export interface Brought {
  html?: string
  text?: string
  /** With their content as text, or in base64. */
  files?: { name: string; type: string; content?: string; base64?: string }[]
}

/** Two by two red dots. */
export const picture = {
  name: "shot.png",
  type: "image/png",
  base64: "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR42mM4YGAARAwQCgAhzgSBu+38ZAAAAABJRU5ErkJggg==",
}

/** Waits until pictures of the text are shown in the editor, and gives their sources. */
export function shownPictures(editor: Locator, count: number): Promise<string[]> {
  return until(async () => {
    const sources: string[] = await editor.evaluate(
      // biome-ignore lint/suspicious/noExplicitAny: it runs in the page, whose types tests do not know.
      (element: any) =>
        [...element.querySelectorAll("img[data-content-id]")]
          .filter(({ complete, naturalWidth }) => complete && naturalWidth === 2)
          .map(({ src }) => src),
    )
    return sources.length === count && sources
  })
}

/** Pastes or drops something there. */
export async function bring(place: Locator, how: "paste" | "drop", brought: Brought): Promise<void> {
  await place.evaluate(
    // biome-ignore lint/suspicious/noExplicitAny: it runs in the page, whose types tests do not know.
    (element: any, { how, brought }) => {
      const { DataTransfer, File, ClipboardEvent, DragEvent } = element.ownerDocument.defaultView
      const data = new DataTransfer()
      if (brought.html) data.setData("text/html", brought.html)
      if (brought.text) data.setData("text/plain", brought.text)
      for (const { name, type, content, base64 } of brought.files ?? []) {
        const bytes = base64 === undefined ? content : Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
        data.items.add(new File([bytes], name, { type }))
      }
      const { x, y, width, height } = element.getBoundingClientRect()
      const more = { bubbles: true, cancelable: true, clientX: x + width / 2, clientY: y + height / 2 }
      element.dispatchEvent(
        how === "paste"
          ? new ClipboardEvent("paste", { clipboardData: data, ...more })
          : new DragEvent("drop", { dataTransfer: data, ...more }),
      )
    },
    { how, brought },
  )
}
