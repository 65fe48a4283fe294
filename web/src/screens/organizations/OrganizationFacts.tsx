import type { Organization } from "@deskhand/sdk/client"
import { Building2 } from "lucide-react"
import { countries, countryText } from "../../messages/countries.ts"
import { text } from "../../messages/people.ts"
import { EditableFact } from "../../ui/facts/EditableFact.tsx"
import facts from "../../ui/facts/Facts.module.css"
import { Section } from "../../ui/facts/Facts.tsx"
import { InlineEdit } from "../../ui/facts/InlineEdit.tsx"
import { Portrait } from "../directory/Portrait.tsx"
import styles from "../directory/Profile.module.css"
import { listed, useOrganizationChange } from "./change.ts"
import { Members } from "./Members.tsx"
import { OrganizationProperties } from "./OrganizationProperties.tsx"

interface OrganizationFactsProps {
  organization: Organization
  disabled: boolean
}

/** Everything that is known of an organization, each thing changed where it stands, and who belongs to it. */
export function OrganizationFacts({ organization, disabled }: OrganizationFactsProps) {
  return (
    <>
      <Who organization={organization} disabled={disabled} />
      <h2 className="visually-hidden">{text("people.facts")}</h2>
      <Note organization={organization} disabled={disabled} />
      <About organization={organization} disabled={disabled} />
      <OrganizationProperties organization={organization} disabled={disabled} />
      <Members organization={organization} disabled={disabled} />
    </>
  )
}

function Who({ organization, disabled }: OrganizationFactsProps) {
  const { id, name, description = "", logoUrl, conversationCount = 0 } = organization
  const change = useOrganizationChange(id)
  return (
    <div className={styles["who"]}>
      <Portrait url={logoUrl}>
        <span className={styles["badge"]} aria-hidden>
          <Building2 size={22} />
        </span>
      </Portrait>
      <InlineEdit
        label={text("details.name")}
        disabled={disabled}
        fields={[
          { label: text("details.name"), value: name, path: "name" },
          { label: text("organizations.description"), value: description, kind: "multiline", path: "description" },
        ]}
        onSave={([name = "", description = ""]) => change({ name, description })}
      >
        <h1>{name}</h1>
      </InlineEdit>
      {description !== "" && <p className={styles["pre"]}>{description}</p>}
      <a href="#timeline" className={styles["jump"]}>
        {text("details.conversations", { count: conversationCount })}
      </a>
    </div>
  )
}

function Note({ organization, disabled }: OrganizationFactsProps) {
  const { id, note = "" } = organization
  const change = useOrganizationChange(id)
  const name = text("organizations.note")
  if (note === "" && disabled) return null
  return (
    <Section title={name}>
      <InlineEdit
        label={name}
        disabled={disabled}
        fields={[{ label: name, value: note, kind: "multiline" }]}
        onSave={([note = ""]) => change({ note })}
      >
        {note === "" ? (
          <p className={styles["faint"]}>{text("organizations.note.none")}</p>
        ) : (
          <p className={`${facts["background"]} ${styles["pre"]}`}>{note}</p>
        )}
      </InlineEdit>
    </Section>
  )
}

function About({ organization, disabled }: OrganizationFactsProps) {
  const { id, website = "", location = "", logoUrl = "", brandColor = "", domains, phones } = organization
  const change = useOrganizationChange(id)
  return (
    <Section title={text("people.about")}>
      <dl>
        <EditableFact
          name={text("details.website")}
          value={website}
          kind="url"
          disabled={disabled}
          onSave={(website) => change({ website })}
        />
        <EditableFact
          name={text("details.domains")}
          value={domains.join("\n")}
          kind="multiline"
          hint={text("organizations.domains.hint")}
          disabled={disabled}
          onSave={(text) => change({ domains: listed(text) })}
        >
          <span className={styles["pre"]}>{domains.join("\n")}</span>
        </EditableFact>
        <EditableFact
          name={text("details.phones")}
          value={phones.join("\n")}
          kind="multiline"
          disabled={disabled}
          onSave={(text) => change({ phones: listed(text) })}
        >
          <span className={styles["pre"]}>{phones.join("\n")}</span>
        </EditableFact>
        <EditableFact
          name={text("details.country")}
          value={location}
          options={countries}
          disabled={disabled}
          onSave={(location) => change({ location })}
        >
          <span>{location !== "" && countryText(location)}</span>
        </EditableFact>
        <EditableFact
          name={text("organizations.logo")}
          value={logoUrl}
          kind="url"
          disabled={disabled}
          onSave={(logoUrl) => change({ logoUrl })}
        />
        <EditableFact
          name={text("organizations.color")}
          value={brandColor}
          hint={text("organizations.color.hint")}
          disabled={disabled}
          onSave={(brandColor) => change({ brandColor })}
        >
          <span>
            <span className={styles["swatch"]} style={{ background: brandColor }} aria-hidden />
            {brandColor}
          </span>
        </EditableFact>
      </dl>
    </Section>
  )
}
