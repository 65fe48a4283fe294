import { Random, zipf } from "../random.ts"

const wordCount = 20_000

/** English-looking text about support matters: common words in fixed phrases, the rest drawn from a Zipf-like vocabulary. */
export interface Vocabulary {
  sentences: string[]
  subjects: string[]
}

export function makeVocabulary(rng: number, size: { sentences: number; subjects: number }): Vocabulary {
  const random = new Random(rng, "vocabulary")
  const words = zipf([...supportWords, ...inventWords(random)])
  const fill = (pattern: string) => pattern.replace(/_/g, () => words.pick(random))
  return {
    sentences: Array.from({ length: size.sentences }, () => fill(random.pick(sentencePatterns))),
    subjects: Array.from({ length: size.subjects }, () => capitalized(fill(random.pick(subjectPatterns)))),
  }
}

function inventWords(random: Random): string[] {
  const words = new Set<string>()
  while (words.size < wordCount) {
    let word = ""
    const syllables = random.between(1, 3)
    for (let syllable = 0; syllable < syllables; syllable++) word += random.pick(onsets) + random.pick(vowels)
    word += random.pick(endings)
    if (word.length > 3) words.add(word)
  }
  return [...words]
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const onsets = "b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sh sl st t th tr v w z".split(" ")
const vowels = "a e i o u ai ea ee io ou".split(" ")
const endings = "n r l t s nd nt rm sk ck x ble ment ner ton ry tal dge sh m".split(" ")

const supportWords = (
  "order account invoice refund delivery password login payment subscription shipping address email app website " +
  "error update product package return exchange discount coupon team license report export import dashboard " +
  "calendar printer battery screen cable charger adapter warranty manual guide integration webhook token browser " +
  "phone tablet laptop server backup database file folder image video message notification setting profile plan " +
  "trial upgrade renewal contract receipt tax currency card bank transfer wallet ticket booking flight hotel room " +
  "size color model version number code link page form button menu search filter list table chart label tag " +
  "customer supplier warehouse store branch office manager colleague driver courier"
).split(" ")

const sentencePatterns = [
  "I tried to open the _ again this morning but the _ still shows the same error.",
  "Could you please check whether the _ for our _ has been sent already?",
  "We noticed that the _ stopped working after the last _ update.",
  "The _ arrived yesterday, but the _ was missing from the box.",
  "Thank you for the quick answer, the _ is working again now.",
  "I have attached nothing this time, because the _ is too large for the _.",
  "My colleague changed the _ last week and since then every _ looks wrong.",
  "Is there a way to move the _ from one _ to another without losing the _?",
  "We need the _ before the end of the month, otherwise our _ cannot continue.",
  "I am sorry for the trouble with the _, and I will look into it right away.",
  "I have asked our _ team to look at the _ and will write to you as soon as I know more.",
  "Please restart the _, wait for a minute and then open the _ once more.",
  "The _ has been refunded today; it can take five working days until the _ appears on your account.",
  "Your _ is covered by the _, so there is nothing that you have to pay.",
  "You can find the _ in the settings, under _ and then _.",
  "If the _ does not help, send us the number of the _ and we will replace it.",
  "We could see the problem with the _ on our side and it has been fixed.",
  "It would be great if the _ could also show the _ of each _.",
  "I would like to change the _ of my subscription to the _ plan.",
  "The first _ was fine, the second _ came without a _.",
  "As far as I can see, the _ and the _ belong to two different accounts.",
  "When I click on _, nothing happens, and after a while the _ is gone.",
  "Could somebody call me about the _ this afternoon?",
  "The new _ is much better than the old _, well done.",
  "For the moment we use the _ as a workaround, but our _ is not happy about it.",
  "Did you get my last message about the _ and the broken _?",
  "The price of the _ on the website is not the same as on the _.",
  "Let me know if you need the _ or anything else from us.",
  "I have added a note about the _ to your account, so that the next _ goes to the right place.",
  "This happens only with the _, every other _ works as expected.",
]

const subjectPatterns = [
  "_ does not work with _",
  "question about my _",
  "where is my _?",
  "refund for the _ _",
  "cannot open _ after update",
  "_ and _ missing from order",
  "change of _",
  "problem with the _ of our _",
  "how do I set up the _?",
  "urgent: _ is down",
  "feedback on the new _",
  "cancel my _",
  "_ shows the wrong _",
  "request: _ for _",
]
