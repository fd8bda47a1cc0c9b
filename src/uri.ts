/**
 * An absolute URL as a URI: what RFC 3986 does not allow is percent-encoded, a host name in punycode. One that is a URI
 * already stays as it is.
 */
export function toUri(url: string): string {
  if (URI.test(url) || !URL.canParse(url)) return url
  const { href } = new URL(url)
  const [, authority = '', rest = ''] = /^([^:]+:(?:\/\/[^/?#]*)?)(.*)$/s.exec(href) ?? []
  return authority + rest.replace(/[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]+|%(?![0-9A-Fa-f]{2})/g, encodeURIComponent)
}

/** Characters of a URI (RFC 3986, section 2); brackets belong to addresses alone. */
const URI =
  /^[a-z][a-z0-9+.-]*:(?:\/\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2}|\[[0-9A-Fa-f:.]+\])*(?=[/?#]|$))?(?:[A-Za-z0-9\-._~:/?#@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/i
