/** A terminal's Ctrl-C arrives from the terminal and again from the launcher; only a later one means "at once". */
const sameKeyPressMs = 1_000

/** Resolves at the first request to stop, or when the launcher is gone; a second request does not wait. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | undefined
    const stop = () => {
      if (askedAt !== undefined && Date.now() - askedAt > sameKeyPressMs) process.exit(130)
      askedAt ??= Date.now()
      resolve()
    }
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop)
    process.once("disconnect", stop)
    process.channel?.unref()
  })
}
