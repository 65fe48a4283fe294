import { after, before } from "node:test"
import { closeDesk, openDesk } from "./interface/desk.ts"
// Those that read what the scenario made come first, those that write last.
import "./client/reads.ts"
import "./walks/operations.ts"
import "./walks/links.ts"
import "./walks/habits.ts"
import "./walks/pages.ts"
import "./walks/write-habits.ts"
import "./walks/cursors.ts"
import "./client/writes.ts"

// One desk for all of them.
before(openDesk)
after(closeDesk)
