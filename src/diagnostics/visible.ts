/**
 * A text in which no character is invisible or acts on a terminal: control, format, direction-changing, private-use and
 * default-ignorable characters, lone surrogates and spaces other than the plain one stand as `\u{XXXX}`.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, escape)
}

/** The same as one line: line breaks and tabs, with the spaces around them, become one space. */
export function visibleLine(text: string): string {
  return visible(text.replace(BREAKS, ' ').trim())
}

/** A JSON text that parses to the same value and is safe to print: every such character stands as `\uXXXX`. */
export function visibleJson(value: unknown): string {
  // Outside its strings, the only such character that JSON.stringify writes is the line feed of the indent.
  return JSON.stringify(value, null, 2).replace(HIDDEN_BUT_LINE_FEED, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

// Variation selectors 15 and 16 are left alone: they belong to ordinary emoji.
const CLASSES = String.raw`\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}`
const HIDDEN = new RegExp(String.raw`[${CLASSES}]|(?![\uFE0E\uFE0F])\p{DI}|(?! )\p{Zs}`, 'gu')
const HIDDEN_BUT_LINE_FEED = new RegExp(String.raw`(?!\n)[${CLASSES}]|(?![\uFE0E\uFE0F])\p{DI}`, 'gu')
const BREAKS = /[ \t]*[\t\n\v\f\r\u0085\u2028\u2029]+[ \t]*/gu

function escape(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`
}
