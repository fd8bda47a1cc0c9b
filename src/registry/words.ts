/**
 * The words of a text as a search compares them: compatibility forms, case and accents folded. Scripts that are written
 * without spaces give pairs of characters.
 */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
  // `ParcelTracking` and `parcel_tracking` are two words in a list of capabilities.
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((run) => (run.match(RUNS) ?? []).flatMap(pairs))
}

/** The words of a question that tell it from others; all of them where none does. */
export function tellingWords(text: string): string[] {
  const words = [...new Set(wordsOf(text))]
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length === 0 ? words : telling
}

/** A text with the words that are written together set apart: `ParcelTracking`. */
export function apart(text: string): string {
  return text.replace(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, '$1 ')
}

const SCRIPTS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`
const RUNS = new RegExp(String.raw`[${SCRIPTS}]+|[^${SCRIPTS}]+`, 'gu')
const UNSPACED = new RegExp(`^[${SCRIPTS}]`, 'u')

function pairs(run: string): string[] {
  const characters = [...run]
  if (!UNSPACED.test(run) || characters.length === 1) return [run]
  return characters.slice(1).map((character, i) => characters[i]! + character)
}

/** English words that questions of any kind are made of. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be by can could did do does for from had has have how i if in is it its me my not of on or ' +
    'our please shall should so some that the their them then there these they this those to us was we were what when ' +
    'where which who why will with would you your'
  ).split(' '),
)
