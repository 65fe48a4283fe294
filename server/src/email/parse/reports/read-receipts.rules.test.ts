import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { type Fields, mail, multipart, textPart } from "../../../../test/mail/corpus/sample.ts"
import { parseMessage } from "../parse.ts"
import { isReadReceipt } from "./read-receipts.ts"

const isReceipt = (fields: Fields, body: string) => isReadReceipt(parseMessage(mail(fields, body)))

const sentence = "Your message\n\n   To: Help\n   Subject: Your order\n   Sent: Monday, March 4, 2024 10:00 AM\n\n"
const disposition =
  "Content-Type: message/disposition-notification\n\nFinal-Recipient: rfc822;a@b.example\nDisposition: manual-action/MDN-sent-manually; displayed"

describe("a read receipt", () => {
  test("is a report on disposition, with or without the kind of report", () => {
    const words = textPart("Your message was displayed.")
    assert.ok(isReceipt(...multipart("report; report-type=disposition-notification", words, disposition)))
    assert.ok(isReceipt(...multipart("report; REPORT-TYPE=Disposition-Notification", words)))
    assert.ok(isReceipt(...multipart("report", words, disposition)))
  })

  test("has the class of one in a field of Exchange or X.400", () => {
    for (const value of ["IPM.NOTE.IPNRN", "REPORT.IPM.Note.IPNNRN"])
      for (const name of ["X-MSMail-Message-Class", "X-MS-Exchange-Organization-Message-Class", "Message-Class"])
        assert.ok(isReceipt({ [name]: value }, "Read."), `${name}: ${value}`)
    assert.ok(!isReceipt({ "X-MSMail-Message-Class": "IPM.Note" }, "Read."))
  })

  test("is Outlook's sentence under Outlook's subject, and nothing more", () => {
    const end = "was read on Monday, March 4, 2024 10:05:00 AM (UTC+01:00) Berlin."
    assert.ok(isReceipt({ Subject: "Read: Your order" }, `${sentence}${end}\n`))
    assert.ok(isReceipt({ Subject: "Not read: Your order" }, `${sentence}was deleted without being read on Monday.`))
    assert.ok(
      isReceipt(
        { Subject: "Gelesen: Your order" },
        "Ihre Nachricht\n\n An: Help\n\nwurde am Montag, 4. März 2024 gelesen.",
      ),
    )
    assert.ok(!isReceipt({ Subject: "Re: Your order" }, `${sentence}${end}`))
    assert.ok(!isReceipt({ Subject: "Read: Your order" }, `${sentence}${end}\n\nPlease send me the invoice as well.`))
    assert.ok(!isReceipt({ Subject: "Read: the manual" }, "Your message was clear. I still cannot print."))
  })

  test("is no bounce and no complaint", () => {
    assert.ok(
      !isReceipt(...multipart("report; report-type=delivery-status", textPart("Your message was not delivered"))),
    )
    assert.ok(!isReceipt(...multipart("report; report-type=feedback-report", textPart("Spam"), disposition)))
  })
})
