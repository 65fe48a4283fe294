import { account } from "./en/account/account.ts"
import { door } from "./en/account/door.ts"
import { bulk } from "./en/conversations/bulk.ts"
import { commands } from "./en/conversations/commands.ts"
import { composer } from "./en/conversations/composer.ts"
import { conversations } from "./en/conversations/conversations.ts"
import { lists } from "./en/conversations/lists.ts"
import { mail } from "./en/conversations/mail.ts"
import { merge } from "./en/conversations/merge.ts"
import { recent } from "./en/conversations/recent.ts"
import { threads } from "./en/conversations/threads.ts"
import { customers } from "./en/customers/customers.ts"
import { firstSteps } from "./en/navigation/first-steps.ts"
import { navigation } from "./en/navigation/navigation.ts"
import { notices } from "./en/navigation/notices.ts"
import { palette } from "./en/navigation/palette.ts"
import { search } from "./en/navigation/search.ts"
import { views } from "./en/navigation/views.ts"
import { common } from "./en/ui/common.ts"
import { editor } from "./en/ui/editor.ts"
import { keyboard } from "./en/ui/keyboard.ts"
import { problems } from "./en/ui/problems.ts"
import { when } from "./en/ui/when.ts"

/** Every text of the first load. `{name}` is filled in; a pair of forms is chosen by `count`. */
export const en = {
  ...account,
  ...bulk,
  ...commands,
  ...common,
  ...composer,
  ...conversations,
  ...customers,
  ...door,
  ...editor,
  ...firstSteps,
  ...keyboard,
  ...lists,
  ...mail,
  ...merge,
  ...navigation,
  ...notices,
  ...palette,
  ...problems,
  ...recent,
  ...search,
  ...threads,
  ...views,
  ...when,
}
