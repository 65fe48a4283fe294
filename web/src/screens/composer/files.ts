import { attachmentOf, type NewAttachment, type Thread } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { desk, reasonOf, statusOf } from "../../data/client.ts"
import { tellFailure } from "../../data/toasts.ts"
import { sizeText } from "../../messages/numbers.ts"
import { text } from "../../messages/text.ts"
import type { Pictures } from "../../ui/editor/pictures.ts"
import { pathOf } from "../../ui/message-body/attachments.ts"
import { contentIdsIn, newContentId } from "./content-ids.ts"

/** A file that goes along: waiting here, on its way to the desk, there already, or refused. */
export interface AttachedFile {
  key: string
  name: string
  mimeType: string
  sizeBytes: number
  state: "held" | "sending" | "kept" | "failed"
  reason?: string
  attachmentId?: number
  file?: File
  /** Of a picture in the text. */
  contentId?: string
  /** Where the page finds the picture. */
  source?: string
}

export interface Files {
  /** Without the pictures in the text, unless the desk has refused one. */
  shown: AttachedFile[]
  pictures: Pictures
  /** Pictures that the text names and that are not here. */
  missingPictures: number
  add(files: readonly File[]): void
  remove(file: AttachedFile): void
  /** All of them are with the desk, or it throws FileRefused. */
  settle(): Promise<void>
  /** As new threads take them. */
  contents(): Promise<NewAttachment[]>
  clear(): void
}

/** Its message says why, for people. */
export class FileRefused extends Error {}

interface FilesOptions {
  conversationId: number
  /** The text, which names its pictures: one that it no longer names does not go along. */
  html: string
  /** The draft, where there is one that the desk keeps. */
  thread: Thread | undefined
  /** Makes sure that there is one; left out where the desk keeps none, and files go along with what is sent. */
  keep: ((purpose: "files" | "pictures") => Promise<number | undefined>) | undefined
  /** Takes a picture out of the text. */
  removePicture: (contentId: string) => void
}

let lastKey = 0

export function useFiles({ conversationId, html, thread, keep, removePicture }: FilesOptions): Files {
  const queryClient = useQueryClient()
  const [held, setHeld] = useState<AttachedFile[]>([])
  const [removed, setRemoved] = useState<readonly number[]>([])
  const latest = useRef(held)
  const sending = useRef<Promise<unknown>>(Promise.resolve())
  const put = (next: AttachedFile[]) => {
    latest.current = next
    setHeld(next)
  }
  const change = (key: string, part: Partial<AttachedFile>) =>
    put(latest.current.map((one) => (one.key === key ? { ...one, ...part } : one)))

  const kept = (thread?._embedded?.attachments ?? [])
    .filter(({ id }) => !removed.includes(id))
    .map((attachment): AttachedFile => {
      const { id, filename, mimeType, size = 0, contentId } = attachment
      return {
        // The button under the pointer must stay the same while the desk begins to list the file.
        key: held.find((one) => one.attachmentId === id)?.key ?? `kept-${id}`,
        name: filename,
        mimeType,
        sizeBytes: size,
        state: "kept",
        attachmentId: id,
        ...(contentId !== undefined && { contentId, source: pathOf(attachment) }),
      }
    })
  const isListed = ({ attachmentId }: AttachedFile) => kept.some((one) => one.attachmentId === attachmentId)
  /** The desk may list one before it has answered. */
  const isArriving = ({ name, sizeBytes }: AttachedFile) =>
    held.some((one) => one.state === "sending" && one.name === name && one.sizeBytes === sizeBytes)
  const all = [
    ...kept.filter((one) => !isArriving(one)),
    ...held.filter((one) => one.attachmentId === undefined || !isListed(one)),
  ]
  const named = useRef<readonly string[]>([])
  named.current = contentIdsIn(html)
  const goesAlong = ({ contentId }: AttachedFile) => contentId === undefined || named.current.includes(contentId)
  const shown = all.filter((one) => one.contentId === undefined || (one.state === "failed" && goesAlong(one)))
  /** One from this page first: it is shown already. */
  const sourceOf = (contentId: string) => [...held, ...kept].find((one) => one.contentId === contentId)?.source

  function forget(attachmentId: number): Promise<void> {
    setRemoved((before) => [...before, attachmentId])
    return desk.conversations.attachments(conversationId).delete(attachmentId)
  }

  async function send({ key, file, contentId }: AttachedFile): Promise<void> {
    if (!keep || !file) return
    change(key, { state: "sending" })
    try {
      const threadId = await keep(contentId === undefined ? "files" : "pictures")
      if (threadId === undefined) throw new Error("No draft")
      const content = await contentOf(file, contentId)
      const { id } = await desk.conversations.threads(conversationId).addAttachment(threadId, content)
      // Whoever took it away meanwhile does not want it.
      if (!latest.current.some((one) => one.key === key)) await forget(id)
      change(key, { state: "kept", attachmentId: id })
      await queryClient.invalidateQueries({ queryKey: ["threads", conversationId] })
    } catch (error) {
      change(key, { state: "failed", reason: refusalOf(error, file.size) })
    }
  }
  const sendAll = (files: readonly AttachedFile[]) => {
    for (const file of files) sending.current = sending.current.then(() => send(file))
    return sending.current
  }

  const hold = (files: readonly File[], contentId?: string) => {
    const added = files.map(
      (file): AttachedFile => ({
        key: `held-${++lastKey}`,
        name: file.name || text("composer.files.pasted"),
        mimeType: file.type || "application/octet-stream",
        sizeBytes: file.size,
        state: "held",
        file,
        ...(contentId !== undefined && { contentId }),
      }),
    )
    put([...latest.current, ...added])
    return added
  }

  return {
    shown,
    pictures: {
      add(file) {
        const contentId = newContentId()
        const added = hold([file], contentId)
        readSource(file).then(
          (source) => {
            for (const { key } of added) change(key, { source })
          },
          // It is shown by its name, and sending it says what is wrong.
          () => {},
        )
        // The editor puts it into the text first, and the draft with that text is what the picture is added to.
        queueMicrotask(() => void sendAll(added))
        return contentId
      },
      sourceOf,
    },
    missingPictures: named.current.filter((contentId) => !all.some((one) => one.contentId === contentId)).length,
    add: (files) => void sendAll(hold(files)),
    remove({ key, contentId, ...file }) {
      if (contentId !== undefined) return removePicture(contentId)
      // It may have arrived after it was drawn.
      const attachmentId = file.attachmentId ?? latest.current.find((one) => one.key === key)?.attachmentId
      const isSame = (one: AttachedFile) => attachmentId !== undefined && one.attachmentId === attachmentId
      put(latest.current.filter((one) => one.key !== key && !isSame(one)))
      if (attachmentId === undefined) return
      forget(attachmentId).catch(tellFailure)
    },
    async settle() {
      await sendAll(latest.current.filter((one) => goesAlong(one) && (one.state === "held" || one.state === "failed")))
      const failed = latest.current.find((one) => one.state === "failed" && goesAlong(one))
      if (failed) throw new FileRefused(failed.reason)
      // Undo could have brought them back until now.
      const unused = [...kept, ...latest.current].filter((one) => !goesAlong(one))
      const ids = new Set(unused.flatMap(({ attachmentId }) => attachmentId ?? []))
      await Promise.all([...ids].map((id) => forget(id)))
    },
    contents: () =>
      Promise.all(
        all.filter(goesAlong).map(async ({ file, attachmentId, name: fileName, mimeType, contentId }) => {
          if (file) return contentOf(file, contentId)
          const bytes = await desk.conversations.attachments(conversationId).data(attachmentId ?? 0)
          return attachmentOf({ fileName, mimeType, bytes, ...(contentId !== undefined && { contentId }) })
        }),
      ),
    clear() {
      put([])
      setRemoved([])
    },
  }
}

async function contentOf(file: File, contentId?: string): Promise<NewAttachment> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const fileName = file.name || text("composer.files.pasted")
  const mimeType = file.type || "application/octet-stream"
  return attachmentOf({ fileName, mimeType, bytes, ...(contentId !== undefined && { contentId }) })
}

/** The policy of the page shows pictures of the desk and such as are part of an address. */
function readSource(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => resolve(String(reader.result)))
    reader.addEventListener("error", () => reject(reader.error ?? new Error("Unreadable")))
    reader.readAsDataURL(file)
  })
}

function refusalOf(error: unknown, sizeBytes: number): string {
  if (statusOf(error) === 413) return text("composer.files.tooLarge", { size: sizeText(sizeBytes) })
  return reasonOf(error, text("failure.offline"))
}
