import type { ReactNode } from "react"
import { text } from "../../messages/text.ts"
import { Keys } from "../../ui/parts/Keys.tsx"
import { OptionRow } from "../../ui/parts/OptionRow.tsx"
import type { PanelGroup, PanelOption } from "./panel.ts"
import styles from "./SearchPanel.module.css"

interface SearchPanelProps {
  /** Of the box's parts: the options are `id-0`, `id-1`, … */
  id: string
  groups: readonly PanelGroup[]
  /** The option that the keys are at. */
  at: number
  onPoint: (key: string) => void
  onTake: (option: PanelOption) => void
  /** What is to be said of them. */
  children?: ReactNode
}

/** What the box offers and what it has found. The focus stays in the box, which names the current option. */
export function SearchPanel({ id, groups, at, onPoint, onTake, children }: SearchPanelProps) {
  let index = -1
  return (
    <>
      <div role="listbox" id={`${id}-list`} aria-label={text("search.suggestions")} className={styles["options"]}>
        {groups.map(({ name, title, isTitleHidden, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a list of them
          <div key={name} role="group" aria-label={title} className={styles["group"]}>
            {!isTitleHidden && (
              <p className={styles["heading"]} aria-hidden>
                {title}
              </p>
            )}
            {options.map((option) => {
              const own = ++index
              return (
                <OptionRow
                  key={option.key}
                  id={`${id}-${own}`}
                  size="small"
                  current={own === at}
                  onPoint={() => onPoint(option.key)}
                  onPick={() => onTake(option)}
                >
                  {option.row}
                </OptionRow>
              )
            })}
          </div>
        ))}
      </div>
      {children}
      <p className={styles["foot"]} aria-hidden>
        <Keys keys="Enter" /> {text("search.hint.enter")} <Keys keys="Tab" /> {text("search.hint.tab")}{" "}
        <Keys keys="↑+↓" /> {text("search.hint.arrows")}
      </p>
    </>
  )
}
