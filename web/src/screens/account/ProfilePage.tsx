import type { OwnUser } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { useId, useRef } from "react"
import { desk } from "../../data/client.ts"
import { profileQuery } from "../../data/people.ts"
import { timeZones } from "../../data/time-zones.ts"
import { tell } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import { Pair, TextField } from "../../ui/form/fields.tsx"
import { FormFailure, SaveForm } from "../../ui/form/SaveForm.tsx"
import { useSettingsForm } from "../../ui/form/settings-form.ts"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import { Button } from "../../ui/parts/Button.tsx"
import { Failure } from "../../ui/parts/Notice.tsx"
import { Section } from "../../ui/parts/Section.tsx"
import { Skeleton } from "../../ui/parts/Skeleton.tsx"
import { Field } from "../session/Door.tsx"
import { ProblemsContext, useForm } from "../session/form.ts"
import styles from "./Account.module.css"
import { LocaleChoice } from "./LocaleChoice.tsx"
import { useRefreshProfile } from "./refresh-profile.ts"

/** How everybody else sees whoever is signed in, and where they are. */
export function ProfilePage() {
  const { data, error, refetch } = useQuery(profileQuery)
  return (
    <>
      <h1>{text("account.profile")}</h1>
      <p className={styles["lead"]}>{text("profile.lead")}</p>
      {data ? (
        <>
          <Who user={data} />
          <ProfileForm user={data} />
          <LocaleChoice />
          <EmailForm email={data.email ?? ""} />
        </>
      ) : error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton lines={["long", "middle", "long", "middle"]} />
      )}
    </>
  )
}

function Who({ user }: { user: OwnUser }) {
  const name = `${user.firstName} ${user.lastName}`.trim()
  return (
    <div className={styles["who"]}>
      <Avatar name={name} size="large" />
      <div>
        <strong>{name}</strong>
        <p className={styles["hint"]}>{text("profile.picture", { handle: user.mention })}</p>
      </div>
    </div>
  )
}

function ProfileForm({ user }: { user: OwnUser }) {
  const refresh = useRefreshProfile()
  const zoneList = useId()
  const { firstName, lastName, jobTitle = "", phone = "", timezone } = user
  const form = useSettingsForm({
    saved: { firstName, lastName, jobTitle, phone, timezone },
    async save(_, changes) {
      await desk.users.changeMe(changes)
      await refresh()
    },
    done: text("profile.saved"),
  })
  return (
    <SaveForm form={form}>
      <Pair>
        <TextField
          {...form.field("firstName")}
          label={text("profile.firstName")}
          required
          maxLength={80}
          autoComplete="given-name"
        />
        <TextField
          {...form.field("lastName")}
          label={text("profile.lastName")}
          maxLength={80}
          autoComplete="family-name"
        />
      </Pair>
      <Pair>
        <TextField
          {...form.field("jobTitle")}
          label={text("profile.jobTitle")}
          maxLength={60}
          autoComplete="organization-title"
        />
        <TextField {...form.field("phone")} label={text("profile.phone")} maxLength={60} autoComplete="tel" />
      </Pair>
      <TextField
        {...form.field("timezone")}
        label={text("profile.timezone")}
        hint={text("profile.timezone.hint")}
        required
        maxLength={60}
        list={zoneList}
      />
      <datalist id={zoneList}>
        {timeZones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </SaveForm>
  )
}

/** With the password, because links for a new password go to the address. */
function EmailForm({ email }: { email: string }) {
  const element = useRef<HTMLFormElement>(null)
  const refresh = useRefreshProfile()
  const { failure, problems, busy, finish, send } = useForm(async (form) => {
    const next = String(form.get("email")).trim()
    await desk.session.changeEmail(String(form.get("currentPassword")), next)
    await refresh()
    element.current?.reset()
    finish()
    tell(text("profile.email.saved", { email: next }))
  })
  return (
    <Section title={text("profile.email")} lead={text("profile.email.lead", { email })}>
      <form ref={element} className={styles["form"]} onSubmit={send}>
        <FormFailure failure={failure} />
        <ProblemsContext value={problems}>
          <Field name="email" type="email" label={text("profile.email.new")} maxLength={254} autoComplete="email" />
          <Field
            name="currentPassword"
            type="password"
            label={text("profile.email.password")}
            autoComplete="current-password"
          />
        </ProblemsContext>
        <Button type="submit" disabled={busy}>
          {text("profile.email.submit")}
        </Button>
      </form>
    </Section>
  )
}
