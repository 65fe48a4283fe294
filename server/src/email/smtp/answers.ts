import { codeOf } from "../../db/db.ts"
import { DeskError } from "../../errors.ts"
import { TooLargeError } from "../../files/files.ts"
import { BadLines } from "./lines.ts"

/** What the receiver says no with: the code of the answer, and words for whoever reads the log of the sender. */
export class SmtpRefusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

export const nobody = () => new SmtpRefusal(550, "5.1.1 There is nobody of this address here")
export const noRoom = () => new SmtpRefusal(452, "4.3.1 There is no room at the moment")
export const tooMany = () => new SmtpRefusal(452, "4.5.3 Too many recipients; send it to the others after this")
export const goodbye = () => new SmtpRefusal(421, "4.7.0 Too much was wrong on this connection")
export const crowded = () => new SmtpRefusal(421, "4.7.0 Too many connections from your address")

/** Everything that may pass is asked for again later; the rest the sender is told. */
export function refusalOf(error: unknown): SmtpRefusal {
  if (error instanceof SmtpRefusal) return error
  if (error instanceof TooLargeError) return new SmtpRefusal(552, "5.3.4 The message is larger than this desk takes")
  if (error instanceof BadLines) return new SmtpRefusal(554, `5.6.0 ${error.message}`)
  if (isFull(error)) return noRoom()
  return new SmtpRefusal(451, "4.3.0 It cannot be kept at the moment; try again later")
}

function isFull(error: unknown): boolean {
  return error instanceof DeskError && /^(ENOSPC|EDQUOT|53100)$/.test(codeOf(error))
}
