/**
 * A Perl-compatible expression for a query whose first parameter of a name has a value, however the two are
 * percent-encoded. Without a value: any but the empty one.
 *
 * @param value An expression.
 */
export function queryExpression(parameter: string, value?: string): string {
  const name = encodedExpression(parameter)
  return `^(?:(?!${name}=)[^&]*&)*${name}=${value === undefined ? '[^&]' : `${value}(?:&|$)`}`
}

/** An expression for a text of letters, digits and hyphens with or without percent-encoding (RFC 3986, section 2.1). */
export function encodedExpression(text: string): string {
  return [...text]
    .map((character) => {
      if (!/[A-Za-z0-9-]/.test(character)) throw new TypeError(`${JSON.stringify(text)} is no plain word`)
      const hex = character.charCodeAt(0).toString(16)
      return `(?:${character}|%${hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
    })
    .join('')
}
