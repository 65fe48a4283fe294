import { whenIdle } from "./idle.ts"

export interface LazyPart<Part> {
  /** Nothing until it has been fetched. */
  now(): Part | undefined
  load(): Promise<Part>
  /** Fetches it in advance, when the browser has nothing else to do. Gives back a way to change one's mind. */
  prepare(): () => void
}

/** Something that is not in the first load: fetched once, and again by whoever asks next where that has failed. */
export function lazyPart<Part>(fetch: () => Promise<Part>): LazyPart<Part> {
  let found: Part | undefined
  let coming: Promise<Part> | undefined
  const load = () => {
    coming ??= fetch().then(
      (part) => {
        found = part
        return part
      },
      (error: unknown) => {
        coming = undefined
        throw error
      },
    )
    return coming
  }
  return {
    now: () => found,
    load,
    prepare: () => (found === undefined ? whenIdle(() => void load().catch(() => {})) : () => {}),
  }
}
