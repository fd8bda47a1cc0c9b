/**
 * Whether a value stands in for a secret instead of being one: a variable (`$TOKEN`, `{{secret}}`), a gap to fill
 * (`<YOUR_API_KEY>`, `xxxx`, `…`), a word (`changeme`, `password`), a sequence or repetition, or an example that a vendor
 * documents.
 */
export function isPlaceholder(value: string): boolean {
  const bare = value.toLowerCase().replace(/[^a-z0-9@$]+/g, '')
  return (
    DOCUMENTED.has(value) ||
    SYNTAX.test(value) ||
    LONG_WORD.test(bare) ||
    SHORT_WORD.test(value) ||
    WORDS.has(unleet(bare.replace(/[\d$@]+$/, ''))) ||
    WORDS.has(bare) ||
    /^\W*$/.test(value) ||
    longestRun(value) >= (value.length < 32 ? 6 : 8) ||
    isRepetition(bare) ||
    (value.length >= 12 && entropy(value) < 2.5)
  )
}

/** Whether a value could be a secret that somebody chose or was given: no white space, no placeholder, not a plain word. */
export function isSecretValue(value: string): boolean {
  return value.length >= 6 && !/\s/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && !isPlaceholder(value)
}

/** Whether a value looks made by a machine, or like a strong password: for places where any other text could stand too. */
export function isRandom(value: string): boolean {
  if (
    isPlaceholder(value) ||
    isEncodedPlaceholder(value) ||
    UUID.test(value) ||
    !/\d/.test(value) ||
    !/[A-Za-z]/.test(value)
  )
    return false
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((pattern) => pattern.test(value)).length
  if (classes === 4 && value.length >= 10 && !CODE.test(value) && !(value.includes('/') && isWords(value))) return true
  return value.length >= 16 && entropy(value) >= 3 && !CODE.test(value) && !isWords(value)
}

/** Shannon entropy in bits per character. */
export function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

const SYNTAX =
  /<[^<>]*>|&lt;|\{\{|\}\}|\$\{|\$\(|^\$|[:=]\$|%[A-Z_]+%|%s|\{[A-Za-z_$][\w.$-]*\}|^\[[^\]]*\]$|…|\.\.\.|\*{3}|•{2}|[xX]{5}|#{3}|\?{3}|(.)\1{5}/

/** Long enough never to stand in a random value by chance. */
const LONG_WORD =
  /example|placeholder|change_?me|changeit|replace_?(?:me|with|this)|redacted|removed|dummy|sample|yourkey|yourtoken|yoursecret|yourapi|youraccess|yourpass|insert(?:your|here)|goeshere|secretkey|apikeyhere|not(?:my|a)?real|notasecret|foobar|lorem|supersecret|mysecret|mypassword|mytoken|myapikey/

const SHORT_WORD = /(?:^|[-_. ])(?:your|fake|test|demo|mock|todo|fixme|foo|bar|baz|here|abc123|none|null)(?:[-_. ]|$)/i

/** Whole values, in lower case and without what is no letter or digit. */
const WORDS = new Set(
  (
    'password passwd passwort pass pwd passphrase pw secret secrets topsecret token tokens key keys apikey accesskey accesstoken authtoken ' +
    'bearertoken bearer jwt jwttoken idtoken refreshtoken usertoken apitoken clientsecret client sharedsecret credential credentials creds ' +
    'admin administrator root user username guest login test testing demo letmein welcome qwerty hunter hunter2 postgres mysql redis rabbitmq ' +
    'minio mongo elastic abc abcd abcdef value string text none null nil undefined true false empty blank todo tbd hash salt ' +
    'secrettoken secretvalue secretstring sometoken somekey somesecret somepassword anytoken thetoken thekey thesecret thepassword mykey ' +
    'userpass userpassword dbpassword dbpass adminpassword rootpassword env environment vault keychain header optional required'
  ).split(' '),
)

/** Values of the examples in RFC 6749, 6750, 7617 and OpenID Connect, and of the vendors' documentation, without prefixes. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  'SlAV32hkKG',
  'h480djs93hd8',
  '2YotnFZFEjr1zCsicMWpAA',
  'tGzv3JOkF0XG5Qx2TlKWIA',
  'mF_9.B5f-4.1JqM',
  'SplxlOBeZQQYbYS6WxSbIA',
  'i1WsRn1uB1',
  'czZCaGRSa3F0MzpnWDFmQmF0M2JW',
  'gX1fBat3bV',
  '7Fjfp0ZBr1KtDRbnfVdmIw',
  'QWxhZGRpbjpvcGVuIHNlc2FtZQ==',
  'dGVzdDoxMjPCow==',
  '8xLOxBtZp8',
  '4eC39HqLyjWDarjtT1zdp7dc',
  'BQokikJOvBiI2HlWgH4olfQ2',
  '26PHem9AhJZvU623DfE1x4sd',
  'tR3PYbcVNZZ796tH88S4VQ2u',
])

const UUID = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i

/** A URL, a member access, a call or another expression. */
const CODE = /^(?:[\w.+-]*:)?\/\/|^[A-Za-z_$][\w$]*(?:(?:\.|\?\.|->|::)[A-Za-z_$][\w$]*)+$|[()[\]{}]|\|\||&&|=>|;$/

function unleet(value: string): string {
  return value.replace(/[30@14$5]/g, (c) => ({ 3: 'e', 0: 'o', '@': 'a', 1: 'i', 4: 'a', $: 's', 5: 's' })[c] ?? c)
}

/** Words, versions and years, as names of things and of variables have: `prod-db-credentials-2026`, `defaultToConfig2`. */
function isWords(value: string): boolean {
  return value
    .split(/[-_.:/]/)
    .every((part) => /^(?:[vV]?\d{1,4}|[A-Za-z]?\d{0,2}|[a-z]*|[A-Z]*)$/.test(part) || isCamelCase(part))
}

/** Letters in words of some length, and hardly a digit: what is drawn at random changes case and kind all the time. */
function isCamelCase(part: string): boolean {
  const words = part.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []
  const letters = words.join('').length
  return /^[A-Za-z0-9]+$/.test(part) && part.length - letters <= 2 && letters / words.length >= 3
}

/** Base64 of a readable placeholder, as documentation of basic authentication has. */
function isEncodedPlaceholder(value: string): boolean {
  if (!/^(?:[A-Za-z0-9+/]{4}){3,}(?:[A-Za-z0-9+/]{2,3}={1,2})?$/.test(value)) return false
  const decoded = Buffer.from(value, 'base64').toString('latin1')
  return /^[\x20-\x7e]+$/.test(decoded) && (isPlaceholder(decoded.replace(/^.*:/, '')) || /\s/.test(decoded))
}

/** Length of the longest part that only counts up or down, as `abcdef` or `987654`. */
function longestRun(value: string): number {
  const lower = value.toLowerCase()
  let longest = 1
  let up = 1
  let down = 1
  for (let i = 1; i < lower.length; i++) {
    const step = lower.charCodeAt(i) - lower.charCodeAt(i - 1)
    const wrap = lower[i - 1] === '9' && lower[i] === '0'
    up = step === 1 || wrap ? up + 1 : 1
    down = step === -1 ? down + 1 : 1
    longest = Math.max(longest, up, down)
  }
  return longest
}

function isRepetition(value: string): boolean {
  return value.length >= 8 && /^(.{1,8}?)\1+$/.test(value)
}
