import { isIP } from "node:net"
import { join, resolve } from "node:path"
import { refusal } from "./errors.ts"
import { headerPrefixRule, isHeaderPrefix } from "./header-prefix.ts"
import { parseNetwork } from "./networks.ts"

/** Every environment variable the service reads. docs/operations.md is written from this list. */
export const variables = {
  PORT: variable(8080, integer(0, 65_535), "Port of the HTTP service; 0 takes a free one."),
  HOST: variable("127.0.0.1", text, "Address to listen on; `0.0.0.0` opens it to the network."),
  DATA_DIR: variable("./data", path, "Folder of the embedded PostgreSQL and of uploaded files."),
  FILES_DIR: variable(
    undefined,
    path,
    "Folder of uploaded files, `files` in the data folder unless given. Several nodes need one that they all share.",
  ),
  FILES_S3_ENDPOINT: variable(
    undefined,
    origin,
    "A store that speaks S3, such as `https://s3.eu-central-1.amazonaws.com`: uploaded files are kept in its bucket instead of a folder.",
  ),
  FILES_S3_BUCKET: variable(undefined, bucketName, "The bucket; nobody else needs to read it."),
  FILES_S3_REGION: variable("us-east-1", text, "The region that requests to it are signed for."),
  FILES_S3_KEY_ID: variable(
    undefined,
    secretText,
    "The access key that may read, write, list and delete in the bucket.",
  ),
  FILES_S3_SECRET: variable(undefined, secretText, "Its secret."),
  FILES_S3_PREFIX: variable(
    "deskhand/",
    namePrefix,
    "What the names of all files in the bucket begin with, so that desks can share one.",
  ),
  DATABASE_URL: variable(undefined, postgresUrl, "A PostgreSQL (15 or newer) of your own instead of the embedded one."),
  DATABASE_REPLICA_URL: variable(
    undefined,
    postgresUrl,
    "A streaming replica that answers reads. A user who has just written reads from the primary.",
  ),
  DATABASE_POOL: variable(10, integer(1, 500), "Connections this node opens to the primary, and again to the replica."),
  DATABASE_TIMEOUT: variable(
    5,
    integer(1, 600),
    "Seconds that a statement may take before its request is answered with 503, so that one slow search cannot starve the rest. A lock may take four fifths of it, a new connection two fifths. More suits a very slow machine.",
  ),
  DATABASE_PREPARED: variable(
    true,
    onOff,
    "Named prepared statements; `off` behind a pooler that cannot carry them (pgbouncer before 1.21 in transaction mode).",
  ),
  ALLOW_UNSAFE_DATABASE: variable(
    false,
    onOff,
    "`on` starts even where the database has fsync, full_page_writes or synchronous_commit off and may lose acknowledged work.",
  ),
  PUBLIC_URL: variable(
    undefined,
    origin,
    "Origin that links and `Location` carry, such as `https://desk.example.com`; without it, that of the request.",
  ),
  TRUSTED_PROXIES: variable(
    [],
    list,
    "Addresses or networks (comma-separated) whose `X-Forwarded-*` headers are believed; nobody's by default.",
  ),
  LOG_LEVEL: variable(
    "info",
    oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
    "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. Logs are JSON lines on standard error.",
  ),
  RATE_LIMIT: variable(
    0,
    integer(0, 100_000_000),
    "Requests a minute for the whole desk over all nodes (a write costs 2, a read 1); 0 sets no limit.",
  ),
  VISITOR_MEMORY: variable(
    500,
    integer(0, 1_000),
    "For so many milliseconds a node remembers whose a token or session is and what they may see; 0 asks the database for every request.",
  ),
  BODY_LIMIT: variable(1_048_576, integer(1_024, 1_073_741_824), "Largest request body in bytes."),
  ATTACHMENT_LIMIT: variable(
    10_485_760,
    integer(1, 268_435_456),
    "Largest attachment in bytes, decoded. The scanner must take as much (`StreamMaxLength` of clamd).",
  ),
  UPLOAD_BYTES_PER_HOUR: variable(
    5_368_709_120,
    integer(0, 1_125_899_906_842_624),
    "Bytes that one user may upload as attachments in an hour; 0 sets no limit.",
  ),
  UPLOAD_FILES_PER_HOUR: variable(
    20_000,
    integer(0, 1_000_000_000),
    "Attachments that one user may upload in an hour; 0 sets no limit.",
  ),
  CLAMAV_ADDRESS: variable(
    undefined,
    hostAndPortOrPath,
    "A ClamAV daemon that scans attachments before anybody sees them: `host:port`, or the path of its socket. Without it nothing is scanned.",
  ),
  JOB_LEASE: variable(
    20,
    integer(1, 60),
    "Seconds after which jobs go to another node when theirs is not heard of any more.",
  ),
  MESSAGE_LIMIT: variable(
    31_457_280,
    integer(1_024, 1_073_741_824),
    "Largest body in bytes of a new conversation or thread, which carries its attachments.",
  ),
  THREAD_MAX_CHARACTERS: variable(
    1_000_000,
    integer(1_000, 5_000_000),
    "Longest text of a thread, with its markup. The default is as much as is shown of a received mail.",
  ),
  DELETED_RETENTION_DAYS: variable(
    0,
    integer(0, 36_500),
    "So many days after its last change a conversation in the Deleted folder is removed for good; 0 keeps them all.",
  ),
  EVENT_RETENTION_DAYS: variable(
    90,
    integer(1, 36_500),
    "For so long events are kept in the feed; who follows it must read them within this time.",
  ),
  WEBHOOK_HEADER_PREFIX: variable(
    ["X-Deskhand", "X-HelpScout"],
    headerPrefixes,
    "What the names of the headers `…-Event` and `…-Signature` begin with for webhooks that have no `headerPrefix` of their own: one prefix or several, with commas between. Each request has the headers under every one of them.",
  ),
  WEBHOOK_RATE: variable(200, integer(1, 10_000), "Requests a second that each node sends to one webhook at most."),
  WEBHOOK_RETENTION_DAYS: variable(
    30,
    integer(3, 3_650),
    "For so long what webhooks are owed and what became of it is kept, also for those that are disabled.",
  ),
  STREAM_HEARTBEAT_SECONDS: variable(
    15,
    integer(1, 55),
    "How often a quiet stream of events says that it is alive; less than any proxy in front lets a connection idle.",
  ),
  OUTGOING_ALLOW: variable(
    [],
    networks,
    "Private addresses or networks (comma-separated) that the desk may call, for receivers of webhooks inside your own, such as `10.1.2.0/24`; none by default.",
  ),
  OUTGOING_DENY: variable(
    [],
    networks,
    "Addresses or networks (comma-separated) that the desk never calls, whatever `OUTGOING_ALLOW` says; private ones and its own need not be named.",
  ),
  OUTGOING_PORTS: variable(
    ["80", "443", "8080", "8443"],
    ports,
    "Ports that the desk may call (comma-separated), also from one to another: `443,8000-8999`.",
  ),
  OUTGOING_DNS: variable(
    [],
    dnsServers,
    "DNS servers (comma-separated `address:port`) that are asked for the names of what the desk calls; those of the system by default.",
  ),
  SMTP_URL: variable(
    undefined,
    smtpUrl,
    "A relay for the desk's own mail and for inboxes without one of their own: `smtp://user:password@host:587`, `smtps://…` for TLS from the first byte. With a password, or with `?security=starttls`, only encrypted; otherwise where it is offered; never with `?security=none`.",
  ),
  MAIL_FROM: variable(
    undefined,
    sender,
    "Whom the desk's own mail (new passwords, invitations, webhooks that were disabled) is from: `desk@example.com`. Without it or SMTP_URL such mail is kept.",
  ),
  REPLY_DOMAIN: variable(
    undefined,
    domain,
    "A domain whose mail reaches this desk's own receiver, such as `reply.example.com`: answers and bounces are then addressed to names there that only this desk can make.",
  ),
  SECRETS_KEY: variable(
    undefined,
    secretsKey,
    "64 hexadecimal digits with which passwords of mail servers and secrets of webhooks are encrypted. Without it, `secrets.key` in the data folder, which the first start makes. Several nodes need the variable, the same for all.",
  ),
  SMTP_PORT: variable(
    0,
    integer(0, 65_535),
    "Port on which nodes that serve the web take mail by SMTP, for who lets the mail of their inboxes come here; 0 takes none.",
  ),
  LMTP_PORT: variable(0, integer(0, 65_535), "The same by LMTP, for a mail server of your own in front; 0 takes none."),
  SMTP_HOST: variable("127.0.0.1", text, "Address on which mail is taken; `0.0.0.0` opens it to the network."),
  SMTP_TLS_CERT: variable(
    undefined,
    path,
    "File of the certificate (PEM, with those that signed it) for mail that comes encrypted. Without it STARTTLS is not offered.",
  ),
  SMTP_TLS_KEY: variable(undefined, path, "File of the private key (PEM) of that certificate."),
  MAIL_LIMIT: variable(52_428_800, integer(65_536, 268_435_456), "Largest mail in bytes that is taken."),
  MAIL_RATE: variable(
    35,
    integer(0, 10_000),
    "Messages a second that each node takes by SMTP, LMTP, IMAP and the API together at most, so that a flood of mail leaves room for people; the rest waits and nothing is refused. The default suits two processors; 0 sets no limit.",
  ),
  OWNER_EMAIL: variable("owner@example.com", text, "E-mail address of the owner that the first start makes."),
} as const

export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly filesDir: string
  readonly filesS3Endpoint: string | undefined
  readonly filesS3Bucket: string | undefined
  readonly filesS3Region: string
  readonly filesS3KeyId: string | undefined
  readonly filesS3Secret: string | undefined
  readonly filesS3Prefix: string
  readonly databaseUrl: string | undefined
  readonly databaseReplicaUrl: string | undefined
  readonly databasePool: number
  readonly databaseTimeout: number
  readonly databasePrepared: boolean
  readonly allowUnsafeDatabase: boolean
  readonly publicUrl: string | undefined
  readonly trustedProxies: readonly string[]
  readonly logLevel: string
  readonly rateLimit: number
  readonly visitorMemory: number
  readonly bodyLimit: number
  readonly attachmentLimit: number
  readonly uploadBytesPerHour: number
  readonly uploadFilesPerHour: number
  readonly clamavAddress: string | undefined
  readonly jobLease: number
  readonly messageLimit: number
  readonly threadMaxCharacters: number
  readonly deletedRetentionDays: number
  readonly eventRetentionDays: number
  readonly webhookHeaderPrefix: readonly string[]
  readonly webhookRate: number
  readonly webhookRetentionDays: number
  readonly streamHeartbeatSeconds: number
  readonly outgoingAllow: readonly string[]
  readonly outgoingDeny: readonly string[]
  readonly outgoingPorts: readonly string[]
  readonly outgoingDns: readonly string[]
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  readonly replyDomain: string | undefined
  readonly secretsKey: string | undefined
  readonly smtpPort: number
  readonly lmtpPort: number
  readonly smtpHost: string
  readonly smtpTlsCert: string | undefined
  readonly smtpTlsKey: string | undefined
  readonly mailLimit: number
  readonly mailRate: number
  readonly ownerEmail: string
}

/** Reads and checks the whole environment at once, so that one start names every mistake. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const mistakes: string[] = []
  const config: Record<string, unknown> = {}
  for (const [name, { fallback, read }] of Object.entries(variables)) {
    const given = environment[name]?.trim()
    const value = given === undefined || given === "" ? fallback : read(given)
    if (value instanceof Mistake)
      mistakes.push(`${name} is ${value.secret ? "not right" : `"${given}"`}: it must be ${value.expected}.`)
    config[camelCase(name)] = value
  }
  const store = ["FILES_S3_ENDPOINT", "FILES_S3_BUCKET", "FILES_S3_KEY_ID", "FILES_S3_SECRET"]
  const given = store.filter((name) => config[camelCase(name)] !== undefined)
  if (given.length > 0 && given.length < store.length)
    mistakes.push(`${store.filter((name) => !given.includes(name)).join(" and ")} must be set too, as ${given[0]} is.`)
  if (mistakes.length > 0) throw refusal(mistakes.join("\n"))
  // A path that somebody gives is meant from where they stand, which npm remembers.
  const from = (name: string) => (environment[name] ? (environment["INIT_CWD"] ?? "") : "")
  config["dataDir"] = resolve(from("DATA_DIR"), String(config["dataDir"]))
  config["filesDir"] = resolve(
    from("FILES_DIR"),
    String(config["filesDir"] ?? join(String(config["dataDir"]), "files")),
  )
  for (const name of ["SMTP_TLS_CERT", "SMTP_TLS_KEY"])
    if (environment[name]) config[camelCase(name)] = resolve(from(name), String(config[camelCase(name)]))
  return Object.freeze(config) as unknown as Config
}

interface Variable<Value> {
  fallback: Value
  read: (given: string) => Value | Mistake
  about: string
}

function variable<Value>(
  fallback: NoInfer<Value>,
  read: (given: string) => Value | Mistake,
  about: string,
): Variable<Value> {
  return { fallback, read, about }
}

class Mistake {
  readonly expected: string
  readonly secret: boolean

  constructor(expected: string, { secret = false } = {}) {
    this.expected = expected
    this.secret = secret
  }
}

function integer(least: number, most: number) {
  return (given: string) => {
    const value = Number(given)
    return Number.isInteger(value) && value >= least && value <= most
      ? value
      : new Mistake(`a whole number from ${least} to ${most}`)
  }
}

function text(given: string) {
  return given
}

function path(given: string): string | undefined | Mistake {
  return given.includes("\0") ? new Mistake("a path") : given
}

function hostAndPortOrPath(given: string): string | undefined | Mistake {
  const port = Number(/^[^\s/]+:(\d{1,5})$/.exec(given)?.[1])
  if (given.startsWith("/") || (port > 0 && port <= 65_535)) return given
  return new Mistake("like 127.0.0.1:3310 or /run/clamav/clamd.ctl")
}

function bucketName(given: string): string | undefined | Mistake {
  return /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(given) ? given : new Mistake("the name of a bucket")
}

function secretText(given: string): string | undefined {
  return given
}

function namePrefix(given: string): string | Mistake {
  return /^([\w-]+\/)+$/.test(given) ? given : new Mistake("a name that ends with a slash, like support/")
}

function headerPrefixes(given: string): string[] | Mistake {
  const prefixes = list(given)
  const isRight = prefixes.length > 0 && prefixes.length <= 5 && prefixes.every(isHeaderPrefix)
  return isRight ? prefixes : new Mistake(`up to 5 with commas between, each ${headerPrefixRule}`)
}

function onOff(given: string) {
  if (["on", "true", "1", "yes"].includes(given.toLowerCase())) return true
  if (["off", "false", "0", "no"].includes(given.toLowerCase())) return false
  return new Mistake("on or off")
}

function oneOf(...values: string[]) {
  return (given: string) => (values.includes(given) ? given : new Mistake(`one of ${values.join(", ")}`))
}

function list(given: string): string[] {
  return given
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
}

function listOf(isRight: (entry: string) => boolean, expected: string) {
  return (given: string): string[] | Mistake => (list(given).every(isRight) ? list(given) : new Mistake(expected))
}

function networks(given: string): string[] | Mistake {
  const isRight = (entry: string) => parseNetwork(entry) !== undefined
  return listOf(isRight, "addresses or whole networks like 10.0.0.0/8,192.168.1.20,fd00::/8")(given)
}

function ports(given: string): string[] | Mistake {
  const isRight = (entry: string) => {
    const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(entry) ?? []
    return Number(first) >= 1 && Number(first) <= Number(last) && Number(last) <= 65_535
  }
  return listOf(isRight, "ports like 80,443,8000-8999")(given)
}

function dnsServers(given: string): string[] | Mistake {
  const isRight = (entry: string) => {
    const [, six, four = six ?? entry, port = "53"] = /^(?:\[(.+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(entry) ?? []
    return isIP(four) !== 0 && Number(port) >= 1 && Number(port) <= 65_535
  }
  return listOf(isRight, "addresses like 192.168.1.1,10.0.0.2:5353,[fd00::1]:53")(given)
}

function secretsKey(given: string): string | undefined | Mistake {
  // The key itself is not repeated to whoever reads the mistake.
  return /^[0-9a-fA-F]{64}$/.test(given) ? given.toLowerCase() : new Mistake("64 hexadecimal digits", { secret: true })
}

function domain(given: string): string | undefined | Mistake {
  const isDomain = given.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i.test(given)
  return isDomain ? given.toLowerCase() : new Mistake("a domain like reply.example.com")
}

function postgresUrl(given: string): string | undefined | Mistake {
  return /^postgres(ql)?:\/\/./.test(given) ? given : new Mistake("like postgres://user:password@host:5432/database")
}

function smtpUrl(given: string): string | undefined | Mistake {
  const url = /^smtps?:\/\/./.test(given) && URL.canParse(given) ? new URL(given) : undefined
  const security = url?.searchParams.get("security") ?? "starttls"
  return url && url.hostname !== "" && ["starttls", "opportunistic", "none"].includes(security)
    ? given
    : new Mistake("like smtp://user:password@mail.example.com:587")
}

function sender(given: string): string | undefined | Mistake {
  return /^[^\s@<>(),;:"[\]\\]{1,64}@[a-z0-9.-]{1,189}$/i.test(given) ? given : new Mistake("like desk@example.com")
}

function origin(given: string): string | undefined | Mistake {
  const url = URL.canParse(given) ? new URL(given) : undefined
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash
  return isOrigin ? url.origin : new Mistake("an origin like https://desk.example.com, without a path")
}

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
