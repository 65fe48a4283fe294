import { Users } from "lucide-react"
import { initialsOf } from "../../data/people.ts"
import styles from "./Avatar.module.css"

interface AvatarProps {
  name: string
  size?: "small" | "medium" | "large"
  team?: boolean
  /** Where the name stands beside it, it is not said twice. */
  label?: string
}

const hues = 8

/** Initials on a colour of their own. Photos from elsewhere are not fetched: that would tell others who is looked at. */
export function Avatar({ name, size = "medium", team = false, label }: AvatarProps) {
  return (
    <span
      className={`${styles["avatar"]} ${styles[size]}`}
      data-hue={hueOf(name)}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label, title: label })}
    >
      {team ? <Users size={size === "small" ? 11 : 15} /> : initialsOf(name)}
    </span>
  )
}

function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 100_003
  return sum % hues
}
