import { Command, InvalidArgumentError, Option } from "commander"
import type { SeedOptions } from "./commands/data.ts"
import type { AppOptions, TokenOptions } from "./commands/people.ts"
import { readConfig } from "./config.ts"
import { DeskError } from "./errors.ts"

// Each command loads what it needs, so that a serving desk does not carry the seeds and a token is printed at once.
const desk = new Command("deskhand")
  .description("A self-hosted customer-support desk. Settings come from the environment: see docs/operations.md.")
  .showHelpAfterError("(--help shows what there is)")
  .configureHelp({ showGlobalOptions: true })

desk
  .command("start")
  .description("start everything on embedded defaults: what npm start runs")
  .option("--empty", "without the sample conversations on the first start", false)
  .action(async (options: { empty: boolean }) => (await import("./commands/start.ts")).start(config(), options))

desk
  .command("serve")
  .description("run one node on a migrated database: web and worker, or only what is named")
  .option("--web", "answer HTTP", false)
  .option("--worker", "work through jobs", false)
  .action(async (roles: { web: boolean; worker: boolean }) => {
    const { serve } = await import("./commands/serve.ts")
    await serve(config(), roles.web || roles.worker ? roles : { web: true, worker: true })
  })

desk
  .command("stop-postgres")
  .description("stop the embedded PostgreSQL that a killed desk has left running")
  .action(async () => (await import("./commands/database.ts")).stopLeftPostgres(config()))

desk
  .command("migrate")
  .description("bring the database schema up to date")
  .action(async () => (await import("./commands/data.ts")).migrateDesk(config()))

desk
  .command("token")
  .description("print a new personal access token, and nothing else, on standard output")
  .option("--user <email>", "whose it is (the owner's by default)")
  .addOption(
    new Option(
      "--scope <scope>",
      "how far it goes (default: administration for the owner and admins, else full)",
    ).choices(["read-only", "drafts-only", "full", "administration"]),
  )
  .option("--read-only", "the same as --scope read-only")
  .action(async (options: TokenOptions) => (await import("./commands/people.ts")).printToken(config(), options))

desk
  .command("password")
  .description("print a new one-time password")
  .option("--user <email>", "whose it is (the owner's by default)")
  .option("--keep-tokens", "personal tokens and apps that act for the user go on working")
  .action(async (options: { user?: string; keepTokens?: boolean }) =>
    (await import("./commands/people.ts")).printNewPassword(config(), options),
  )

desk
  .command("reset-link <email>")
  .description("print a link by which a user chooses a new password; it works once, for an hour")
  .action(async (email: string) => (await import("./commands/people.ts")).printResetLink(config(), email))

const app = desk.command("app").description("OAuth applications")
app
  .command("create")
  .description("register an application and print its client id and secret as JSON")
  .requiredOption("--name <name>", "what people see when they are asked to allow it")
  .option("--user <email>", "whom it acts for with client_credentials (the owner by default)")
  .option("--redirect-uri <uri...>", "where the authorization-code flow may return to")
  .option("--public", "a client that cannot keep a secret: PKCE instead")
  .option(
    "--administration",
    "it may also change users, apps, inboxes, their access and mail connections, and the account",
  )
  .action(async (options: AppOptions) => (await import("./commands/people.ts")).printApp(config(), options))

desk
  .command("seed")
  .description("fill the desk with synthetic data; others wait while it loads")
  .option("--conversations <n>", "how many conversations", wholeNumber)
  .option("--threads-per <m>", "threads per conversation, on average", wholeNumber, 10)
  .option("--rng <seed>", "the same number gives the same desk", wholeNumber, 42)
  .option("--scenario <name>", "a small fixed desk instead: interface")
  .option("--now <moment>", "the moment at which it stands, such as 2026-01-31T09:00:00Z (this one by default)", moment)
  .option("--json", "print what was made as JSON on standard output")
  .action(async (options: Omit<SeedOptions, "now"> & { now?: Date }) =>
    (await import("./commands/data.ts")).seed(config(), { now: new Date(), ...options }),
  )

const sample = desk.command("sample").description("the sample desk of the first start")
sample
  .command("remove")
  .description("take the sample conversations away, and nothing else")
  .action(async () => (await import("./commands/data.ts")).removeSamples(config()))

desk
  .command("counters")
  .description("compare every counter with counting, while the desk runs; exits with 1 where one is wrong")
  .option("--verify", "compare only, which is what it does without options", false)
  .option("--repair", "correct what is wrong", false)
  .action(async ({ repair }: { repair: boolean }) =>
    (await import("./commands/counters.ts")).counters(config(), { repair }),
  )

const reports = desk.command("reports").description("what reports keep of conversations")
reports
  .command("rebuild")
  .description("tell it anew from the conversations themselves, also while the desk runs")
  .action(async () => (await import("./commands/reports.ts")).rebuild(config()))

const jobs = desk
  .command("jobs")
  .description("list the jobs that wait, run, have failed or are dead")
  .option("--state <state>", "only these: dead, retrying, running or waiting")
  .action(async (options: { state?: string }) => (await import("./commands/jobs.ts")).printJobs(config(), options))
jobs
  .command("retry [which]")
  .description("let failed jobs begin anew, now: one by its id, those of a name, or with --all all dead ones")
  .option("--all", "all dead ones", false)
  .action(async (which: string | undefined, options: { all: boolean }) =>
    (await import("./commands/jobs.ts")).retry(config(), which, options),
  )
jobs
  .command("drop <id>")
  .description("take a job out of the queue for good")
  .action(async (id: string) => (await import("./commands/jobs.ts")).drop(config(), id))

const reactions = desk
  .command("reactions")
  .description("list events that something in the desk was given up on, such as owing them to webhooks")
  .action(async () => (await import("./commands/reactions.ts")).printFailures(config()))
reactions
  .command("retry")
  .description("let all of them be heard again, now")
  .action(async () => (await import("./commands/reactions.ts")).retryFailures(config()))
reactions
  .command("drop <reaction> <number>")
  .description("give one up for good")
  .action(async (reaction: string, number: string) =>
    (await import("./commands/reactions.ts")).dropOne(config(), reaction, number),
  )

const mail = desk.command("mail").description("messages that came by mail, and what became of each")
mail
  .command("list")
  .description("list them, the newest first")
  .option("--outcome <outcome>", "only these: waiting, stored, duplicate, bounce, auto-reply, spam, held or failed")
  .option("--inbox <id>", "only those of this inbox", wholeNumber)
  .action(async (options: { outcome?: string; inbox?: number }) =>
    (await import("./commands/mail.ts")).printMessages(config(), options),
  )
mail
  .command("show <id>")
  .description("print all that is known of one, as JSON")
  .action(async (id: string) => (await import("./commands/mail.ts")).printMessage(config(), id))
mail
  .command("rerun [id]")
  .description("read one again of which nothing was made, or with --failed all that could not be read")
  .option("--failed", "all that could not be read", false)
  .action(async (id: string | undefined, options: { failed: boolean }) =>
    (await import("./commands/mail.ts")).rerun(config(), id, options),
  )

desk
  .command("doctor")
  .description("check database, settings, disk, clock and versions, and say how to mend what is wrong")
  .action(async () => (await import("./commands/doctor.ts")).doctor(config()))

function config() {
  return readConfig(process.env)
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.")
  return Number(text)
}

function moment(text: string): Date {
  const read = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) || Number.isNaN(read.getTime()))
    throw new InvalidArgumentError("It must be a moment in UTC, such as 2026-01-31T09:00:00Z.")
  return read
}

try {
  await desk.parseAsync()
} catch (error) {
  if (!(error instanceof DeskError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
