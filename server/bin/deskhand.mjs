#!/usr/bin/env node
import { desk } from "../../scripts/start.mjs"

// As npm does: the desk runs in its own folder, and learns here where it was called.
process.env.INIT_CWD = process.cwd()
process.exit(await desk(process.argv.slice(2)))
