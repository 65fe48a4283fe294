import { notificationChannels, notificationKinds } from "@deskhand/contract/people/notification-kinds"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useId, useState } from "react"
import { type PushState, readPush, turnOff, turnOn } from "../../data/notifications/push.ts"
import { profileQuery } from "../../data/people.ts"
import { type Preferences, useChangePreferences, usePreferences } from "../../data/preferences.ts"
import { tell, tellFailure } from "../../data/toasts.ts"
import { text } from "../../messages/notifications.ts"
import styles from "./Account.module.css"
import own from "./Notifications.module.css"

/** Each choice is saved as it is made. */
export function NotificationsPage() {
  const preferences = usePreferences()
  const change = useChangePreferences()
  const set = (changed: Partial<Preferences>) =>
    void change(changed).then(
      () => tell(text("preferences.saved")),
      (error: unknown) => tellFailure(error),
    )
  return (
    <>
      <h1>{text("account.notifications")}</h1>
      <p className={styles["lead"]}>{text("notify.lead")}</p>
      <PushSwitch />
      <Kinds choices={preferences.notifications} onChange={(notifications) => set({ notifications })} />
      <QuietHours hours={preferences.quietHours} onChange={(quietHours) => set({ quietHours })} />
    </>
  )
}

interface KindsProps {
  choices: Preferences["notifications"]
  onChange: (choices: Preferences["notifications"]) => void
}

function Kinds({ choices, onChange }: KindsProps) {
  const id = useId()
  return (
    <section className={styles["choice"]} aria-labelledby={id}>
      <h2 id={id} className={own["heading"]}>
        {text("notify.kinds")}
      </h2>
      <table className={own["kinds"]} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{text("notify.kind")}</th>
            {notificationChannels.map((channel) => (
              <th key={channel} scope="col">
                {text(`notify.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {notificationKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">{text(`notify.${kind}`)}</th>
              {notificationChannels.map((channel) => (
                <td key={channel}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`${text(`notify.${kind}`)}: ${text(`notify.channel.${channel}`)}`}
                      checked={choices[channel][kind]}
                      onChange={({ target }) =>
                        onChange({ ...choices, [channel]: { ...choices[channel], [kind]: target.checked } })
                      }
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles["hint"]}>{text("notify.mail.hint")}</p>
    </section>
  )
}

interface QuietHoursProps {
  hours: Preferences["quietHours"]
  onChange: (hours: Preferences["quietHours"]) => void
}

function QuietHours({ hours, onChange }: QuietHoursProps) {
  const id = useId()
  const { data: profile } = useQuery(profileQuery)
  return (
    <fieldset className={styles["choice"]} aria-labelledby={`${id}-label`}>
      <label className={styles["switch"]}>
        <input
          type="checkbox"
          checked={hours.enabled}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChange({ ...hours, enabled: target.checked })}
        />
        <span id={`${id}-label`}>{text("notify.quiet")}</span>
      </label>
      <p id={`${id}-hint`} className={styles["hint"]}>
        {text("notify.quiet.hint", { timezone: profile?.timezone ?? "" })}
      </p>
      {hours.enabled && (
        <p className={own["times"]}>
          {(["from", "to"] as const).map((end) => (
            <label key={end}>
              {text(`notify.quiet.${end}`)}
              <input
                type="time"
                required
                value={hours[end]}
                onChange={({ target }) => target.value !== "" && onChange({ ...hours, [end]: target.value })}
              />
            </label>
          ))}
        </p>
      )}
    </fieldset>
  )
}

/** Of this browser alone. */
function PushSwitch() {
  const [state, setState] = useState<PushState>()
  const id = useId()
  const settle = (coming: Promise<PushState>) =>
    void coming.then(setState, (error: unknown) => tellFailure(error, text("preferences.push.failed")))
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => settle(readPush()), [])
  const possible = state === "on" || state === "off"
  return (
    <div className={styles["choice"]}>
      <label className={styles["switch"]}>
        <input
          type="checkbox"
          checked={state === "on"}
          disabled={!possible}
          aria-describedby={id}
          onChange={({ target }) => settle(target.checked ? turnOn() : turnOff())}
        />
        {text("preferences.push")}
      </label>
      <p id={id} className={styles["hint"]}>
        {text(state === undefined || possible ? "preferences.push.hint" : `preferences.push.${state}`)}
      </p>
    </div>
  )
}
