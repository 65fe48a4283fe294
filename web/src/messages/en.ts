import { account } from "./en/account.ts"
import { bulk } from "./en/bulk.ts"
import { commands } from "./en/commands.ts"
import { common } from "./en/common.ts"
import { composer } from "./en/composer.ts"
import { conversations } from "./en/conversations.ts"
import { customers } from "./en/customers.ts"
import { door } from "./en/door.ts"
import { editor } from "./en/editor.ts"
import { keyboard } from "./en/keyboard.ts"
import { lists } from "./en/lists.ts"
import { mail } from "./en/mail.ts"
import { merge } from "./en/merge.ts"
import { navigation } from "./en/navigation.ts"
import { palette } from "./en/palette.ts"
import { recent } from "./en/recent.ts"
import { search } from "./en/search.ts"
import { threads } from "./en/threads.ts"
import { views } from "./en/views.ts"
import { when } from "./en/when.ts"

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
  ...keyboard,
  ...lists,
  ...mail,
  ...merge,
  ...navigation,
  ...palette,
  ...recent,
  ...search,
  ...threads,
  ...views,
  ...when,
}
