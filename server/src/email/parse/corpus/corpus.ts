import { automatic } from "./automatic.ts"
import { bounces } from "./bounces.ts"
import { charsets } from "./charsets.ts"
import { clients } from "./clients.ts"
import { headers } from "./headers.ts"
import { markup } from "./markup.ts"
import { quotes } from "./quotes.ts"
import type { Sample } from "./sample.ts"
import { structures } from "./structures.ts"
import { webmail } from "./webmail.ts"

/** Every message that we read on purpose. */
export const corpus: Sample[] = [
  ...clients,
  ...webmail,
  ...quotes,
  ...charsets,
  ...bounces,
  ...automatic,
  ...structures,
  ...headers,
  ...markup,
]
