import styles from "./Skeleton.module.css"

/** A place that is about to be filled; widths as people expect them of what comes. */
export function Skeleton({ lines }: { lines: readonly ("short" | "middle" | "long")[] }) {
  return (
    <div className={styles["skeleton"]} aria-hidden>
      {lines.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <span key={index} className={styles[width]} />
      ))}
    </div>
  )
}
