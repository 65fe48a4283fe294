import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { readConfig, variables } from "./config.ts"
import { DeskError } from "./errors.ts"

describe("the environment", () => {
  test("has defaults for everything", () => {
    const config = readConfig({})
    assert.equal(config.port, 8080)
    assert.equal(config.host, "127.0.0.1")
    assert.match(config.dataDir, /\/data$/)
    assert.equal(config.filesDir, `${config.dataDir}/files`)
    assert.equal(config.attachmentLimit, 10_485_760)
    assert.equal(config.clamavAddress, undefined)
    assert.equal(config.databaseUrl, undefined)
    assert.deepEqual(config.trustedProxies, [])
    assert.deepEqual([config.outgoingAllow, config.outgoingDeny, config.outgoingDns], [[], [], []])
    assert.deepEqual(config.outgoingPorts, ["80", "443", "8080", "8443"])
    assert.equal(config.rateLimit, 0)
    assert.equal(config.mailRate, 35)
    assert.ok(Object.isFrozen(config))
  })

  test("is read into typed values", () => {
    const config = readConfig({
      PORT: " 9090 ",
      DATABASE_URL: "postgres://desk:secret@db.example/desk",
      DATABASE_PREPARED: "off",
      TRUSTED_PROXIES: "10.0.0.0/8, 127.0.0.1",
      PUBLIC_URL: "https://desk.example.com/",
      LOG_LEVEL: "",
      DATA_DIR: "/var/desk",
      CLAMAV_ADDRESS: "/run/clamav/clamd.ctl",
      MAIL_RATE: "0",
      OUTGOING_ALLOW: "10.0.0.0/8, 127.0.0.1,fd00::/8",
      OUTGOING_PORTS: "443, 8000-8999",
      OUTGOING_DNS: "192.168.1.1,10.0.0.2:5353,fd00::1,[fd00::1]:53",
    })
    assert.equal(config.port, 9090)
    assert.equal(config.databaseUrl, "postgres://desk:secret@db.example/desk")
    assert.equal(config.databasePrepared, false)
    assert.deepEqual(config.trustedProxies, ["10.0.0.0/8", "127.0.0.1"])
    assert.equal(config.publicUrl, "https://desk.example.com")
    assert.equal(config.logLevel, "info")
    assert.equal(config.mailRate, 0)
    assert.equal(config.filesDir, "/var/desk/files")
    assert.equal(config.clamavAddress, "/run/clamav/clamd.ctl")
    assert.deepEqual(config.outgoingAllow, ["10.0.0.0/8", "127.0.0.1", "fd00::/8"])
    assert.deepEqual(config.outgoingPorts, ["443", "8000-8999"])
    assert.deepEqual(config.outgoingDns, ["192.168.1.1", "10.0.0.2:5353", "fd00::1", "[fd00::1]:53"])
    assert.equal(readConfig({ FILES_DIR: "shared", INIT_CWD: "/home/desk" }).filesDir, "/home/desk/shared")
  })

  test("names every mistake at once, with what to do", () => {
    const wrong = {
      PORT: "70000",
      DATABASE_URL: "mysql://x",
      PUBLIC_URL: "https://desk.example.com/path",
      LOG_LEVEL: "loud",
      DATABASE_PREPARED: "perhaps",
      CLAMAV_ADDRESS: "localhost",
      WEBHOOK_HEADER_PREFIX: "webhook",
      MAIL_RATE: "unlimited",
    }
    assert.throws(
      () => readConfig(wrong),
      (error: unknown) => {
        assert.ok(error instanceof DeskError)
        assert.deepEqual(error.message.split("\n"), [
          'PORT is "70000": it must be a whole number from 0 to 65535.',
          'DATABASE_URL is "mysql://x": it must be like postgres://user:password@host:5432/database.',
          'DATABASE_PREPARED is "perhaps": it must be on or off.',
          'PUBLIC_URL is "https://desk.example.com/path": it must be an origin like https://desk.example.com, without a path.',
          'LOG_LEVEL is "loud": it must be one of fatal, error, warn, info, debug, trace, silent.',
          'CLAMAV_ADDRESS is "localhost": it must be like 127.0.0.1:3310 or /run/clamav/clamd.ctl.',
          'WEBHOOK_HEADER_PREFIX is "webhook": it must be up to 5 with commas between, each the beginning of a header name, such as X-Acme: at most 60 letters, digits and hyphens, without a hyphen at the end, and not the beginning of a standard header, such as Webhook or Proxy.',
          'MAIL_RATE is "unlimited": it must be a whole number from 0 to 10000.',
        ])
        return true
      },
    )
  })

  test("names only whole networks, ports that there are, and servers by address", () => {
    const wrong = {
      OUTGOING_ALLOW: ["10.0.0.1/8", "10.0.0.0/33", "intranet.example", "10.0.0.0/8,x", "::ffff:10.0.0.0/104"],
      OUTGOING_DENY: ["0x7f.1", "10.0.0.0/255.0.0.0", "fd00::1/8"],
      OUTGOING_PORTS: ["0", "65536", "90-80", "http", "80-", "80 443", "-1"],
      OUTGOING_DNS: ["dns.example", "10.0.0.1:0", "10.0.0.1:70000", "[fd00::1", "10.0.0", "[10.0.0.1]x"],
    }
    for (const [name, values] of Object.entries(wrong))
      for (const value of values)
        assert.throws(
          () => readConfig({ [name]: value }),
          { message: new RegExp(`^${name} is ".*": it must be `) },
          value,
        )
    assert.throws(() => readConfig({ OUTGOING_ALLOW: "10.0.0.1/8" }), {
      message:
        'OUTGOING_ALLOW is "10.0.0.1/8": it must be addresses or whole networks like 10.0.0.0/8,192.168.1.20,fd00::/8.',
    })
  })

  test("explains each variable", () => {
    for (const [name, { about }] of Object.entries(variables)) assert.match(about, /\.$/, name)
  })
})
