import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { DeskhandError } from "@deskhand/sdk/client"
import { problemText, refusalText } from "./problems.ts"

describe("problemText", () => {
  for (const [message, words] of [
    ["is required", "Password is required."],
    ["must not be blank", "Password is required."],
    ["must be given", "Password is required."],
    [
      "must be given, again, because it would be used elsewhere than before",
      "Enter Password again, because it would now be used elsewhere.",
    ],
    ["must have at least 10 characters", "Password needs at least 10 characters."],
    ["must have at most 1 characters", "Password can have at most 1 character."],
    ["must be at most 65535", "Password must be 65,535 or less."],
    ["must be an integer", "Password must be a whole number."],
    ["must be an e-mail address", "Enter a valid email address, such as ann@example.com."],
    ["is taken by another saved reply of the inbox", "Password is already used by another saved reply of the inbox."],
    ["is not your password", "This is not your current password."],
    ["must be something else", "Password must be something else."],
    ["10.0.0.1 is a private address", "Password: 10.0.0.1 is a private address"],
  ] as const)
    test(`says "${message}" in words`, () => {
      assert.equal(problemText("Password", message), words)
    })

  test("leaves out that a field is optional", () => {
    assert.equal(
      problemText("Label (optional)", "must have at most 9 characters"),
      "Label can have at most 9 characters.",
    )
  })
})

describe("refusalText", () => {
  const refused = (code: string, path: string, message: string) =>
    new DeskhandError({
      status: 400,
      code,
      message: `Bad request: ${path} ${message}`,
      errors: [{ path, message, source: "JSON", _links: { about: { href: "" } } }],
    })

  test("names values by what people call them, and never by their path", () => {
    assert.equal(refusalText(refused("validation", "mailbox.email", "must not be empty")), "Email address is required.")
    assert.equal(
      refusalText(refused("validation", "to[3]", "must be an e-mail address")),
      "Enter a valid email address, such as ann@example.com.",
    )
    assert.equal(refusalText(refused("validation", "x.y[0].z", "must be odd")), "A value must be odd.")
  })

  test("keeps the sentence of every other refusal", () => {
    const message = "Somebody else has just changed this password"
    assert.equal(refusalText(new DeskhandError({ status: 409, code: "password_changed", message })), message)
  })
})
