import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { defaultPreferences, mailChoices } from "@deskhand/contract/people/preferences"
import { changedPreferences, preferencesOf } from "./rules.ts"

const quiet = { enabled: true, from: "20:00", to: "08:00" }

describe("preferences of notifications", () => {
  test("are the defaults where nothing is stored", () => {
    assert.deepEqual(preferencesOf({}), defaultPreferences)
  })

  test("mailNotifications that was stored before decides about mail", () => {
    for (const mailNotifications of ["none", "mine", "all"] as const)
      assert.deepEqual(preferencesOf({ mailNotifications }).notifications.mail, mailChoices[mailNotifications])
  })

  test("mailNotifications replaces the choices of mail, and of nothing else", () => {
    const stored = changedPreferences({}, { notifications: { app: { noted: false }, mail: { noted: true } } })
    assert.equal(preferencesOf(stored).notifications.mail.noted, true)
    const { notifications } = preferencesOf(changedPreferences(stored, { mailNotifications: "none" }))
    assert.deepEqual(notifications.mail, mailChoices.none)
    assert.deepEqual([notifications.app.noted, notifications.browser.noted], [false, true])
  })

  test("mailNotifications follows the choices of mail", () => {
    const shorthand = (mail: Partial<typeof mailChoices.none>) =>
      changedPreferences({}, { notifications: { mail } }).mailNotifications
    assert.equal(shorthand(mailChoices.none), "none")
    assert.equal(shorthand({ ...mailChoices.none, followed: true }), "mine")
    assert.equal(shorthand({ arrived: true }), "all")
  })

  test("changes of different kinds and channels are both kept", () => {
    const one = changedPreferences({ quietHours: quiet }, { notifications: { app: { noted: false } } })
    const both = changedPreferences(one, { notifications: { app: { replied: false }, browser: { noted: false } } })
    assert.deepEqual(both, {
      quietHours: quiet,
      notifications: { app: { noted: false, replied: false }, browser: { noted: false } },
    })
  })
})
