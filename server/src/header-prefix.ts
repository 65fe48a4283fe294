export const headerPrefixRule =
  "the beginning of a header name, such as X-Acme: at most 60 letters, digits and hyphens, without a hyphen at the end, and not the beginning of a standard header, such as Webhook or Proxy"

/** HTTP and Standard Webhooks define or reserve headers that begin with these words, and proxies drop some of them. */
const reserved =
  /^(accept|authorization|connection|content|cookie|host|http2|keep|proxy|sec|te|trailer|transfer|upgrade|webhook)(-|$)/i

/** Whether the names of signature headers may begin so. */
export function isHeaderPrefix(given: string): boolean {
  return given.length <= 60 && /^[\w!#$%&'*+.^`|~]+(-[\w!#$%&'*+.^`|~]+)*$/.test(given) && !reserved.test(given)
}
