/** Marks the place from which on a message is history, until `markHistory` has read it. */
export const historyMark = "deskhand_history"
/** The words that introduce a quotation. */
export const introductionMark = "moz-cite-prefix"
/** What is folded away, as are a `blockquote` of type `cite` and what Yahoo and Proton Mail mark. */
export const foldMark = "gmail_quote"

/** What programs put before the message that they answer; some copy it with `x_` before the name. */
const historyIds =
  /^(?:x_)*(?:divRplyFwdMsg|appendonsend|stopSpelling|OLK_SRC_BODY_SECTION|mail-editor-reference-message-container|ms-outlook-mobile-reference-message|zwchr|reply-intro|isReplyContent|replySplit)$/i
const historyClasses = /(?:^|\s)(?:x_)*(?:ms-outlook-mobile-reference-message|OutlookMessageHeader)(?=\s|$)/i
/** Of Zimbra. */
const historyMarkers = /^__(?:DIVIDER|HEADERS|QUOTED_TEXT)__$/

const quoteClasses =
  /(?:^|\s)(?:x_)*(?:gmail_quote|gmail_quote_container|zmail_extra|mail_android_quote|front-blockquote|tutanota_quote|alimail-quote|freshdesk_quote)(?=\s|$)/i
/** Of GMX and web.de, and of Spark. */
const quoteNames = /^(?:x_)*(?:quote|messageReplySection)$/
const yahooQuote = /(?:^|\s)(?:x_)*(?:ydp\w*)?yahoo_quoted(?:_\d+)?(?=\s|$)/i
const protonQuote = /(?:^|\s)(?:x_)*protonmail_quote(?=\s|$)/i
const introductionClasses = /(?:^|\s)(?:x_)*(?:gmail_attr|gmail_quote_attribution|moz-cite-prefix)(?=\s|$)/i

/** Outlook draws a line in one of these colors above the names of whom it quotes. */
const ruledStyle =
  /border-top:\s*(?:solid\s+(?:#e1e1e1|#b5c4df)\s+1(?:\.0)?pt|1(?:\.0)?pt\s+solid\s+(?:#e1e1e1|#b5c4df|rgb\(225, ?225, ?225\)|rgb\(181, ?196, ?223\)))/i
const anyRuledStyle = /^border:\s*none;\s*border-top:\s*solid #[0-9a-f]{6} 1\.0pt/i

/** Gives an element the class by which `markHistory` knows what the program meant by it. */
export function markQuote(tagName: string, attribs: Record<string, string>): void {
  const { id = "", name = "", style = "" } = attribs
  const given = (attribs["class"] ?? "").slice(0, 500)
  const isRuled = tagName === "div" && (anyRuledStyle.test(style) || ruledStyle.test(style.slice(0, 500)))
  const isHistory =
    historyIds.test(id) || historyClasses.test(given) || historyMarkers.test(attribs["data-marker"] ?? "")
  if (isHistory || isRuled) attribs["class"] = historyMark
  else if (yahooQuote.test(given) || /^(?:x_)*(?:ydp\w*)?yahoo_quoted/i.test(id)) attribs["class"] = "yahoo_quoted"
  else if (protonQuote.test(given)) attribs["class"] = "protonmail_quote"
  else if (quoteClasses.test(given) || (tagName === "div" && quoteNames.test(name))) attribs["class"] = foldMark
  else if (introductionClasses.test(given)) attribs["class"] = introductionMark
  else if (tagName === "blockquote" && isCited(attribs)) attribs["type"] = "cite"
}

function isCited({ id = "", type = "" }: Record<string, string>): boolean {
  return type.toLowerCase() === "cite" || /^(?:x_)*(?:qt|replyBlockquote)$/i.test(id)
}
