import { after, before } from "node:test"
import { closeDesk, openDesk } from "./interface/desk.ts"
import "./walks/operations.ts"
import "./walks/links.ts"
import "./walks/habits.ts"
import "./walks/pages.ts"
import "./walks/write-habits.ts"
import "./walks/cursors.ts"

// One desk for all of them; the last two write.
before(openDesk)
after(closeDesk)
