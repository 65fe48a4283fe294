import type { Conversation } from "@deskhand/sdk/client"
import type { CSSProperties } from "react"
import styles from "./TagChip.module.css"

type Tag = Conversation["tags"][number]

/** In the colours that the desk has for it, which differ between light and dark. */
export function TagChip({ tag }: { tag: Tag }) {
  const colours = {
    "--tag-light": tag.styles.default.background.fill,
    "--tag-light-text": tag.styles.default.text.fill,
    "--tag-dark": tag.styles.dark.background.fill,
    "--tag-dark-text": tag.styles.dark.text.fill,
  } as CSSProperties
  return (
    <span className={styles["chip"]} style={colours} title={tag.tag}>
      {tag.tag}
    </span>
  )
}
