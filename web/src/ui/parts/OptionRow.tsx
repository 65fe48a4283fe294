import type { ReactNode } from "react"
import styles from "./OptionRow.module.css"

interface OptionRowProps {
  id?: string
  /** The keys are at it. */
  current: boolean
  /** For screen readers: of a list in which several can be chosen, whether it is. */
  selected?: boolean
  size?: "small" | "usual" | "large"
  onPoint?: () => void
  onPick: () => void
  children: ReactNode
}

/** One of what a box offers. The focus stays in the box, which names the current one and hears the keys. */
export function OptionRow({
  id,
  current,
  selected = current,
  size = "usual",
  onPoint,
  onPick,
  children,
}: OptionRowProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box hears the keys
    <div
      id={id}
      role="option"
      aria-selected={selected}
      data-current={current || undefined}
      data-size={size}
      className={styles["option"]}
      ref={current ? scrollIntoView : undefined}
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onPick}
    >
      {children}
    </div>
  )
}

/** One that is pointed at stays: moved under the pointer, the next one would be clicked. */
function scrollIntoView(element: HTMLElement | null): void {
  if (!element?.matches(":hover")) element?.scrollIntoView({ block: "nearest" })
}
