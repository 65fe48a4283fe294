/** Lines about what is going on; on a terminal the last one counts the seconds while it lasts. */
export interface Progress {
  say(line: string): void
  done(): void
}

export function showProgress(stream: NodeJS.WriteStream): Progress {
  let current: { line: string; since: number } | undefined
  const draw = () => {
    if (!current) return
    const seconds = Math.floor((Date.now() - current.since) / 1_000)
    if (seconds > 0) stream.write(`\r${current.line.replace(/ …$/, "")} … ${seconds} s`)
  }
  const timer = stream.isTTY ? setInterval(draw, 1_000).unref() : undefined
  const finishLine = () => {
    if (current && stream.isTTY) stream.write("\n")
    current = undefined
  }
  let over = false
  return {
    say(line) {
      finishLine()
      if (stream.isTTY && !over) {
        current = { line, since: Date.now() }
        stream.write(line)
      } else stream.write(`${line}\n`)
    },
    done() {
      finishLine()
      over = true
      clearInterval(timer)
    },
  }
}

/** A bar for long loads: redrawn on a terminal, a line every tenth elsewhere. */
export function showBar(stream: NodeJS.WriteStream): (done: number, total: number, phase: string) => void {
  const started = Date.now()
  let lastShown = ""
  return (done, total, phase) => {
    const share = total === 0 ? 1 : done / total
    const filled = Math.round(share * 30)
    const seconds = ((Date.now() - started) / 1_000).toFixed(0)
    const bar = `${"█".repeat(filled)}${"░".repeat(30 - filled)}`
    const shown = stream.isTTY ? `${filled}${phase}${seconds}` : `${phase}${Math.floor(share * 10)}`
    if (shown === lastShown) return
    lastShown = shown
    const line = `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${phase}  ${seconds} s`
    stream.write(stream.isTTY ? `\r${line}\u001b[K${share >= 1 ? "\n" : ""}` : `${line}\n`)
  }
}
