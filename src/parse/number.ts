/**
 * Whether a number as written and the double it became are the same number, so that JSON (RFC 8259, section 6) can carry
 * it: not so for integers beyond 2^53 that are not representable, for more digits than a double holds, for infinities.
 */
export function isExactNumber(text: string, value: number): boolean {
  if (!Number.isFinite(value)) return false
  const written = decimal(text)
  return written === undefined ? isExactInteger(text, value) : written === decimal(String(value))
}

/** Sign, significant digits and exponent of a decimal number in one spelling; `undefined` for other notations. */
function decimal(text: string): string | undefined {
  const match = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(text)
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return '0'
  const significant = digits.replace(/0+$/, '')
  const power = Number(exponent) - fraction.length + (digits.length - significant.length)
  return `${sign === '-' ? '-' : ''}${significant}e${power}`
}

function isExactInteger(text: string, value: number): boolean {
  const match = /^([-+]?)(0[xob][\dA-Fa-f]+)$/.exec(text)
  if (match === null || !Number.isInteger(value)) return false
  const magnitude = BigInt(match[2] ?? '0')
  return BigInt(value) === (match[1] === '-' ? -magnitude : magnitude)
}
