export interface EventLoopWatch {
  /** The most CPU time, in milliseconds, that this thread spent without looking after anything else. */
  longestMs(): number
  stop(): void
}

/** Counts CPU time rather than time: on a busy machine every thread waits now and then, which is nobody's fault. */
export function watchEventLoop(): EventLoopWatch {
  let [last, longest] = [cpuMs(), 0]
  const look = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 5)
  return {
    longestMs() {
      look()
      return longest
    },
    stop: () => clearInterval(timer),
  }
}

/** Of this thread alone. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
