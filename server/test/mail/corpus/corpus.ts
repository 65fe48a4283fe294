import { automatic } from "./automatic.ts"
import { behalf } from "./behalf.ts"
import { blanks } from "./blanks.ts"
import { bounces } from "./bounces.ts"
import { charsets } from "./charsets.ts"
import { clients } from "./clients.ts"
import { encodings } from "./encodings.ts"
import { headers } from "./headers.ts"
import { markup } from "./markup.ts"
import { outlook } from "./outlook.ts"
import { protectedMessages } from "./protected.ts"
import { quotes } from "./quotes.ts"
import type { Sample } from "./sample.ts"
import { structures } from "./structures.ts"
import { textBounces } from "./text-bounces.ts"
import { webmail } from "./webmail.ts"

/** Every message that we read on purpose. */
export const corpus: Sample[] = [
  ...clients,
  ...webmail,
  ...quotes,
  ...charsets,
  ...bounces,
  ...textBounces,
  ...automatic,
  ...structures,
  ...encodings,
  ...blanks,
  ...outlook,
  ...protectedMessages,
  ...headers,
  ...behalf,
  ...markup,
]
