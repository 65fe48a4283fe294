import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { answerSamples, forwardSamples } from "../../../../test/mail/quote-samples/answers.ts"
import { attributionSamples } from "../../../../test/mail/quote-samples/attributions.ts"
import { headerBlockSamples } from "../../../../test/mail/quote-samples/header-blocks.ts"
import { letterSamples } from "../../../../test/mail/quote-samples/letters.ts"
import { pageSamples } from "../../../../test/mail/quote-samples/pages.ts"
import type { QuoteSample } from "../../../../test/mail/quote-samples/sample.ts"
import { linesOf, visibleWords } from "../../../../test/mail/quote-samples/visible.ts"

const groups: Record<string, QuoteSample[]> = {
  "what is introduced is folded": attributionSamples,
  "what stands below a block of names is folded": headerBlockSamples,
  "what programs mark in a page is folded": pageSamples,
  "answers around a quotation stay": answerSamples,
  "what is passed on stays": forwardSamples,
  "letters stay as they are": letterSamples,
}

for (const [name, samples] of Object.entries(groups))
  describe(name, () => {
    for (const sample of samples) test(sample.name, () => assert.equal(visibleWords(sample), linesOf(sample.visible)))
  })
