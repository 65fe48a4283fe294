import { type RefObject, useEffect, useRef } from "react"
import { partsAround, type QueryProblem } from "./problem.ts"
import styles from "./SearchBox.module.css"

interface UnderlinedProblemProps {
  query: string
  problem: QueryProblem
  box: RefObject<HTMLInputElement | null>
}

/** The same text below that of the box, seen only by the line under the place of the mistake. */
export function UnderlinedProblem({ query, problem, box }: UnderlinedProblemProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = box.current
    const follow = () => {
      if (line.current && input) line.current.scrollLeft = input.scrollLeft
    }
    // What is wrong is brought into sight.
    const mark = line.current?.querySelector("mark")
    if (input && mark) input.scrollLeft = mark.offsetLeft - input.clientWidth / 2
    follow()
    input?.addEventListener("scroll", follow)
    return () => input?.removeEventListener("scroll", follow)
  }, [box])
  const [before, wrong, rest] = partsAround(query, problem)
  return (
    <div ref={line} className={styles["underlined"]} aria-hidden>
      {before}
      <mark>{wrong}</mark>
      {rest}
    </div>
  )
}
