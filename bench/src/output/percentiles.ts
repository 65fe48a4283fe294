/** Nearest rank: a value that was really measured. `sorted` is in ascending order. */
export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export interface Latency {
  p50: number
  p95: number
  p99: number
}

export function latencyOf(milliseconds: number[]): Latency {
  const sorted = Float64Array.from(milliseconds).sort()
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), p99: percentile(sorted, 0.99) }
}
