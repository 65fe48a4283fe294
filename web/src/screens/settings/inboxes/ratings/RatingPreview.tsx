import { type RatingTexts, ratingChoices } from "@deskhand/contract/inboxes/rating-texts"
import type { ReactNode } from "react"
import { text } from "../../../../messages/settings.ts"
import { Section } from "../../../../ui/parts/Section.tsx"
import styles from "./RatingPreview.module.css"

interface RatingPreviewProps {
  texts: RatingTexts
  inboxName: string
  isOn: boolean
}

const choices = Object.values(ratingChoices)

/** The mail and both pages, drawn like the real ones but without anything to press. */
export function RatingPreview({ texts, inboxName, isOn }: RatingPreviewProps) {
  return (
    <Section title={text("ratings.preview")} lead={isOn ? undefined : text("ratings.preview.off")}>
      <div className={styles["previews"]}>
        <Frame title={text("ratings.preview.mail")} look="mail">
          <p className={styles["soft"]}>{text("ratings.preview.reply")}</p>
          <p>{texts.mailQuestion}</p>
          <p className={styles["links"]}>
            {choices.map((choice) => (
              <span key={choice}>{choice}</span>
            ))}
          </p>
        </Frame>
        <Frame title={text("ratings.preview.page")} look="page">
          <p className={styles["heading"]}>{texts.pageQuestion}</p>
          <p className={styles["soft"]}>{inboxName}</p>
          <p className={styles["label"]}>{text("ratings.page.legend")}</p>
          {choices.map((choice) => (
            <p key={choice} className={styles["option"]}>
              <i aria-hidden /> {choice}
            </p>
          ))}
          <p className={styles["label"]}>{texts.commentLabel}</p>
          <div className={styles["box"]} />
          <p className={styles["send"]}>{text("ratings.page.send")}</p>
        </Frame>
        <Frame title={text("ratings.preview.thanks")} look="page">
          <p className={styles["heading"]}>{text("ratings.page.thankYou")}</p>
          <p>{texts.thanks}</p>
          <p className={styles["links"]}>
            <span>{text("ratings.page.change")}</span>
          </p>
        </Frame>
      </div>
    </Section>
  )
}

function Frame({ title, look, children }: { title: string; look: "mail" | "page"; children: ReactNode }) {
  return (
    <figure className={styles["frame"]} data-look={look}>
      <figcaption>{title}</figcaption>
      <div>{children}</div>
    </figure>
  )
}
