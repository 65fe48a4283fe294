import { attachmentOf, type NewAttachment, type Thread } from "@deskhand/sdk/client"
import { useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { desk, reasonOf } from "../../data/client.ts"
import { tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"

/** A file that goes along: waiting here, on its way to the desk, there already, or refused. */
export interface AttachedFile {
  key: string
  name: string
  sizeBytes: number
  state: "held" | "sending" | "kept" | "failed"
  reason?: string
  attachmentId?: number
  file?: File
}

export interface Files {
  shown: AttachedFile[]
  add(files: readonly File[]): void
  remove(file: AttachedFile): void
  /** All of them are with the desk, or it throws. */
  settle(): Promise<void>
  /** As new threads take them. */
  contents(): Promise<NewAttachment[]>
  clear(): void
}

interface FilesOptions {
  conversationId: number
  /** The draft, where there is one that the desk keeps. */
  thread: Thread | undefined
  /** Makes sure that there is one; left out where the desk keeps none, and files go along with what is sent. */
  keep: (() => Promise<number | undefined>) | undefined
}

let lastKey = 0

export function useFiles({ conversationId, thread, keep }: FilesOptions): Files {
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
    .map(
      ({ id, filename, size = 0 }): AttachedFile => ({
        // The button under the pointer must stay the same while the desk begins to list the file.
        key: held.find((one) => one.attachmentId === id)?.key ?? `kept-${id}`,
        name: filename,
        sizeBytes: size,
        state: "kept",
        attachmentId: id,
      }),
    )
  const isListed = ({ attachmentId }: AttachedFile) => kept.some((one) => one.attachmentId === attachmentId)
  /** The desk may list one before it has answered. */
  const isArriving = ({ name, sizeBytes }: AttachedFile) =>
    held.some((one) => one.state === "sending" && one.name === name && one.sizeBytes === sizeBytes)
  const shown = [
    ...kept.filter((one) => !isArriving(one)),
    ...held.filter((one) => one.attachmentId === undefined || !isListed(one)),
  ]

  function forget(attachmentId: number): Promise<void> {
    setRemoved((before) => [...before, attachmentId])
    return desk.conversations.attachments(conversationId).delete(attachmentId)
  }

  async function send({ key, file }: AttachedFile): Promise<void> {
    if (!keep || !file) return
    change(key, { state: "sending" })
    try {
      const threadId = await keep()
      if (threadId === undefined) throw new Error("No draft")
      const { id } = await desk.conversations.threads(conversationId).addAttachment(threadId, await contentOf(file))
      // Whoever took it away meanwhile does not want it.
      if (!latest.current.some((one) => one.key === key)) await forget(id)
      change(key, { state: "kept", attachmentId: id })
      await queryClient.invalidateQueries({ queryKey: ["threads", conversationId] })
    } catch (error) {
      change(key, { state: "failed", reason: reasonOf(error, text("failure.offline")) })
    }
  }
  const sendAll = (files: readonly AttachedFile[]) => {
    for (const file of files) sending.current = sending.current.then(() => send(file))
    return sending.current
  }

  return {
    shown,
    add(files) {
      const added = files.map(
        (file): AttachedFile => ({
          key: `held-${++lastKey}`,
          name: file.name || text("composer.files.pasted"),
          sizeBytes: file.size,
          state: "held",
          file,
        }),
      )
      put([...latest.current, ...added])
      void sendAll(added)
    },
    remove({ key, ...file }) {
      // It may have arrived after it was drawn.
      const attachmentId = file.attachmentId ?? latest.current.find((one) => one.key === key)?.attachmentId
      const isSame = (one: AttachedFile) => attachmentId !== undefined && one.attachmentId === attachmentId
      put(latest.current.filter((one) => one.key !== key && !isSame(one)))
      if (attachmentId === undefined) return
      forget(attachmentId).catch(tellFailure)
    },
    async settle() {
      await sendAll(latest.current.filter(({ state }) => state === "held" || state === "failed"))
      const failed = latest.current.find(({ state }) => state === "failed")
      if (failed) throw new Error(failed.reason)
    },
    contents: () =>
      Promise.all(
        shown.map(async ({ file, attachmentId, name }) => {
          if (file) return contentOf(file)
          const bytes = await desk.conversations.attachments(conversationId).data(attachmentId ?? 0)
          return attachmentOf({ fileName: name, mimeType: "application/octet-stream", bytes })
        }),
      ),
    clear() {
      put([])
      setRemoved([])
    },
  }
}

async function contentOf(file: File): Promise<NewAttachment> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const fileName = file.name || text("composer.files.pasted")
  return attachmentOf({ fileName, mimeType: file.type || "application/octet-stream", bytes })
}
