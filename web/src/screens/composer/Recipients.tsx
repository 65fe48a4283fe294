import { X } from "lucide-react"
import { type KeyboardEvent, useId, useState } from "react"
import { beforeClick } from "../../data/press.ts"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { OptionRow } from "../../ui/parts/OptionRow.tsx"
import { type Addressee, useAddressees } from "./people.ts"
import styles from "./Recipients.module.css"

type Line = "to" | "cc" | "bcc"

interface RecipientsProps {
  addresses: Record<Line, readonly string[]>
  onChange: (line: Line, addresses: string[]) => void
}

/** Whom it goes to. Copies are shown where there are any, or where somebody wants them. */
export function Recipients({ addresses, onChange }: RecipientsProps) {
  const [wanted, setWanted] = useState<readonly Line[]>([])
  const isShown = (line: Line) => line === "to" || addresses[line].length > 0 || wanted.includes(line)
  const lines = (["to", "cc", "bcc"] as const).filter(isShown)
  return (
    <div className={styles["recipients"]}>
      {lines.map((line) => (
        <AddressLine
          key={line}
          label={text(`composer.${line}`)}
          addresses={addresses[line]}
          focused={wanted.includes(line)}
          onChange={(next) => onChange(line, next)}
        />
      ))}
      <span className={styles["more"]}>
        {(["cc", "bcc"] as const)
          .filter((line) => !isShown(line))
          .map((line) => (
            <Button key={line} look="quiet" onClick={() => setWanted([...wanted, line])}>
              {text(`composer.${line}`)}
            </Button>
          ))}
      </span>
    </div>
  )
}

interface AddressLineProps {
  label: string
  addresses: readonly string[]
  focused?: boolean
  /** No more than this. */
  most?: number
  onChange: (addresses: string[]) => void
  /** Offers customers without an address too. */
  onCustomer?: (addressee: Addressee) => void
}

/** Addresses as chips, and a box that completes what is typed from the customers. */
export function AddressLine({ label, addresses, focused = false, most = 100, onChange, onCustomer }: AddressLineProps) {
  const [typed, setTyped] = useState("")
  const [at, setAt] = useState(0)
  const [wrong, setWrong] = useState(false)
  const id = useId()
  const found = useAddressees(typed)
    .filter(({ email }) => !addresses.includes(email))
    .filter(({ email }) => onCustomer || email !== "")
  const current = Math.min(at, found.length - 1)

  const add = (address: string) => {
    if (address === "") return
    if (!/^\S+@\S+\.\S+$/.test(address)) return setWrong(true)
    setTyped("")
    setAt(0)
    if (!addresses.includes(address)) onChange([...addresses, address])
  }
  const pick = (addressee: Addressee) => {
    if (addressee.email !== "") return add(addressee.email)
    setTyped("")
    setAt(0)
    onCustomer?.(addressee)
  }
  const enter = () => {
    const chosen = isWhole(typed) ? undefined : found[current]
    if (chosen) pick(chosen)
    else add(typed.trim())
  }
  const hear = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.key === "Backspace" && typed === "") onChange(addresses.slice(0, -1))
    if (step !== undefined && found.length > 0) setAt((current + step + found.length) % found.length)
    else if ((event.key === "Enter" && !event.ctrlKey) || event.key === "," || (event.key === "Tab" && typed !== ""))
      enter()
    else if (event.key === "Escape" && typed !== "") setTyped("")
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles["line"]}>
      <label htmlFor={id}>{label}</label>
      {addresses.map((address) => (
        <span key={address} className={styles["chip"]}>
          <span>{address}</span>
          <button
            type="button"
            aria-label={text("composer.removeAddress", { address })}
            onClick={() => onChange(addresses.filter((one) => one !== address))}
          >
            <X size={12} />
          </button>
        </span>
      ))}
      {addresses.length < most && (
        <input
          id={id}
          value={typed}
          // biome-ignore lint/a11y/noAutofocus: somebody has just asked for this line
          autoFocus={focused}
          autoComplete="off"
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-invalid={wrong}
          {...(found.length > 0 && { "aria-activedescendant": `${id}-${current}` })}
          onChange={({ target }) => {
            setTyped(target.value)
            setWrong(false)
            setAt(0)
          }}
          onKeyDown={hear}
          onBlur={() => beforeClick(() => isWhole(typed) && add(typed.trim()))}
        />
      )}
      {wrong && <span role="alert">{text("composer.wrongAddress")}</span>}
      <Completions id={id} found={found} current={current} onPoint={setAt} onPick={pick} />
    </div>
  )
}

function isWhole(typed: string): boolean {
  return /^\S+@\S+\.\S+$/.test(typed.trim())
}

interface CompletionsProps {
  id: string
  found: readonly Addressee[]
  current: number
  onPoint: (at: number) => void
  onPick: (addressee: Addressee) => void
}

function Completions({ id, found, current, onPoint, onPick }: CompletionsProps) {
  if (found.length === 0) return <span id={`${id}-list`} hidden />
  return (
    <div className={styles["found"]} role="listbox" id={`${id}-list`} aria-label={text("composer.customers")}>
      {found.map((addressee, index) => (
        <OptionRow
          key={addressee.email || addressee.id}
          id={`${id}-${index}`}
          current={index === current}
          onPoint={() => onPoint(index)}
          onPick={() => onPick(addressee)}
        >
          <strong>{addressee.name}</strong> <span>{addressee.email}</span>
        </OptionRow>
      ))}
    </div>
  )
}
