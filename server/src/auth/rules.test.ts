import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { isWithin } from "../http/viewer.ts"
import { mayBeRedirectUri, networkOf, problemWith, provesChallenge, redirectUriOf, siteOf } from "./rules.ts"

describe("scopes", () => {
  test("full holds drafts-only, which holds read-only", () => {
    assert.deepEqual(
      [isWithin("read-only", "drafts-only"), isWithin("drafts-only", "full"), isWithin("full", "full")],
      [true, true, true],
    )
    assert.deepEqual([isWithin("full", "drafts-only"), isWithin("drafts-only", "read-only")], [false, false])
  })
})

describe("redirect URIs", () => {
  const registered = ["https://app.example/cb"]

  test("match as exact text only", () => {
    assert.equal(redirectUriOf(registered, "https://app.example/cb"), "https://app.example/cb")
    const lookalikes = [
      "https://app.example/c",
      "https://app.example/cb/",
      "https://app.example/cb/more",
      "https://x.app.example/cb",
      "https://app.example.evil.example/cb",
      "https://app.example/x/../cb",
      "https://app.example/cb?x=1",
      "https://app.example/cb#x",
      "https://user@app.example/cb",
      "https://app.example:443/cb",
      "https://APP.example/cb",
      "https://app.example./cb",
      "https://app.example%2fcb",
      "http://app.example/cb",
      "http://localhost/cb",
      "",
    ]
    for (const uri of lookalikes) assert.equal(redirectUriOf(registered, uri), undefined, uri)
  })

  test("may be left out only when there is one", () => {
    assert.equal(redirectUriOf(registered, undefined), "https://app.example/cb")
    assert.equal(redirectUriOf([...registered, "https://app.example/two"], undefined), undefined)
    assert.equal(redirectUriOf([], undefined), undefined)
  })

  test("are registered only where a code is safe", () => {
    const good = ["https://app.example/cb?a=1", "http://localhost:8080/cb", "http://[::1]/cb", "com.example.app:/cb"]
    for (const uri of good) assert.equal(mayBeRedirectUri(uri), true, uri)
    const bad = [
      "javascript:alert(1)",
      "data:text/html,x",
      "myapp:/cb",
      "http://app.example/cb",
      "https://app.example/cb#x",
      "https://user:pw@app.example/cb",
      "https://a;b.example/cb",
      "https://app.example/c b",
      "https://app.example/\r\nX: y",
      "/cb",
      "",
    ]
    for (const uri of bad) assert.equal(mayBeRedirectUri(uri), false, uri)
  })
})

describe("authorization requests", () => {
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  const cases: [string, Parameters<typeof problemWith>, string | undefined][] = [
    ["client_id and state alone", [{ state: "x" }, false], undefined],
    ["PKCE without state", [{ code_challenge: challenge, code_challenge_method: "S256" }, true], undefined],
    ["neither state nor PKCE", [{}, false], "invalid_request"],
    ["response_type token", [{ state: "x", response_type: "token" }, false], "unsupported_response_type"],
    ["public without PKCE", [{ state: "x" }, true], "invalid_request"],
    ["plain", [{ code_challenge: challenge, code_challenge_method: "plain" }, false], "invalid_request"],
    ["no method, which means plain", [{ code_challenge: challenge }, false], "invalid_request"],
    ["method alone", [{ state: "x", code_challenge_method: "S256" }, false], "invalid_request"],
    ["short challenge", [{ code_challenge: "abc", code_challenge_method: "S256" }, false], "invalid_request"],
    ["unknown scope", [{ state: "x", scope: "admin" }, false], "invalid_scope"],
  ]
  for (const [name, given, error] of cases)
    test(`${name}: ${error ?? "fine"}`, () => assert.equal(problemWith(...given)?.error, error))

  test("a verifier must fit, and belongs to a challenge", () => {
    const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    assert.equal(provesChallenge(verifier, challenge), true)
    assert.equal(provesChallenge(`${verifier}x`, challenge), false)
    assert.equal(provesChallenge(challenge, challenge), false)
    assert.equal(provesChallenge(undefined, challenge), false)
    assert.equal(provesChallenge(verifier, null), false)
    assert.equal(provesChallenge(undefined, null), true)
  })
})

describe("siteOf", () => {
  const own = "https://desk.example"
  const cases: [Parameters<typeof siteOf>[0], string][] = [
    [{ "sec-fetch-site": "same-origin" }, "own"],
    [{ "sec-fetch-site": "none" }, "own"],
    [{ "sec-fetch-site": "same-site" }, "foreign"],
    [{ "sec-fetch-site": "cross-site", origin: own }, "foreign"],
    [{ "sec-fetch-site": "same-origin, cross-site" }, "foreign"],
    [{ origin: own }, "own"],
    [{ origin: "null" }, "foreign"],
    [{ origin: "https://desk.example.evil.example" }, "foreign"],
    [{ origin: "http://desk.example" }, "foreign"],
    [{}, "unknown"],
  ]
  for (const [headers, site] of cases)
    test(`${JSON.stringify(headers)}: ${site}`, () => assert.equal(siteOf(headers, own), site))
})

describe("networkOf", () => {
  const cases: [string, string][] = [
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ]
  for (const [address, network] of cases) test(address, () => assert.equal(networkOf(address), network))
})
