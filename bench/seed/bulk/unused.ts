/** Lower-case names that exist already, with those given out since. */
export type Taken = Set<string>

/** The name itself, or with the first number after it that makes it new: a seed must fit beside any other data. */
export function unused(name: string, taken: Taken, finish: (name: string) => string = (plain) => plain): string {
  for (let number = 1; ; number++) {
    const candidate = finish(number === 1 ? name : `${name}-${number}`)
    if (taken.has(candidate.toLowerCase())) continue
    taken.add(candidate.toLowerCase())
    return candidate
  }
}
