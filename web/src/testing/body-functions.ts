import type { SignedIn } from "@deskhand/sdk/client"
import { htmlOf } from "../data/html.ts"
import { fillIn } from "../data/saved-replies.ts"
import { contentIdsIn } from "../screens/composer/content-ids.ts"
import { objectionsTo } from "../screens/composer/objections.ts"
import { textSlice } from "../ui/editor/contents.ts"
import { isExcessive, wordsOf } from "../ui/message-body/weight.ts"

const filling = {
  conversation: { mailboxId: 1, subject: "", primaryCustomer: { first: "Ada" } },
  me: { firstName: "Grace", lastName: "Hopper", email: "grace@desk.example" } as SignedIn["user"],
}

/** Every function of the web application that takes a message body and needs no browser, by what it takes. */
export const bodyFunctions: Record<"markup" | "text", Record<string, (body: string) => unknown>> = {
  markup: {
    isExcessive,
    wordsOf: (html) => wordsOf(html),
    objectionsTo: (html) => objectionsTo({ html, files: 0, strangers: 0, missingPictures: 0 }),
    fillIn: (html) => fillIn(html, filling),
    contentIdsIn,
  },
  text: { htmlOf, textSlice },
}
