import { defaultRatingTexts, type RatingTexts } from "@deskhand/contract/inboxes/rating-texts"
import type { Inbox } from "@deskhand/sdk/client"
import { text } from "../../../../messages/settings.ts"
import { CheckField, TextField } from "../../../../ui/form/fields.tsx"
import { SaveForm } from "../../../../ui/form/SaveForm.tsx"
import { useInboxForm } from "../tab/change.ts"
import { TabHead } from "../tab/TabHead.tsx"
import { RatingPreview } from "./RatingPreview.tsx"

const textNames = ["mailQuestion", "pageQuestion", "commentLabel", "thanks"] as const satisfies (keyof RatingTexts)[]
const longest: Record<keyof RatingTexts, number> = {
  mailQuestion: 200,
  pageQuestion: 200,
  commentLabel: 200,
  thanks: 500,
}

/** Whether and how customers are asked for ratings. */
export function RatingsTab({ inbox }: { inbox: Inbox }) {
  const form = useInboxForm(inbox, {
    saved: { ratingRequests: inbox.ratingRequests, ...inbox.ratingTexts },
    pathsOf: (name) => [name === "ratingRequests" ? name : `ratingTexts.${name}`],
    changeOf: ({ ratingRequests, ...ratingTexts }) => ({
      ...(ratingRequests !== undefined && { ratingRequests }),
      ratingTexts,
    }),
  })
  const { ratingRequests, ...typed } = form.values
  const shown = Object.fromEntries(
    textNames.map((name) => [name, typed[name].trim() || defaultRatingTexts[name]]),
  ) as unknown as RatingTexts
  return (
    <>
      <TabHead lead={text("ratings.lead")} />
      <SaveForm form={form}>
        <CheckField
          {...form.field("ratingRequests")}
          label={text("ratings.requests")}
          hint={text("ratings.requests.hint")}
        />
        {textNames.map((name) => (
          <TextField
            key={name}
            {...form.field(name)}
            label={text(`ratings.${name}`)}
            hint={
              typed[name].trim() === defaultRatingTexts[name]
                ? undefined
                : text("ratings.empty.hint", { words: defaultRatingTexts[name] })
            }
            placeholder={defaultRatingTexts[name]}
            maxLength={longest[name]}
          />
        ))}
      </SaveForm>
      <RatingPreview texts={shown} inboxName={inbox.name} isOn={ratingRequests} />
    </>
  )
}
