import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDate, parseTime } from '../../../src/sign/time.ts'

test('a date-time is the instant that Date makes of it, and back', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true }), (date) => {
      const seconds = Math.floor(date.getTime() / 1000)
      expect(parseTime(date.toISOString())).toBe(seconds)
      expect(formatDate(seconds)).toBe(date.toISOString().slice(0, 10))
    }),
    { numRuns: 1000 },
  )
})

test.each(['2026-08-01T00:30:00+02:00', '2026-02-28T23:59:59-11:30', '2028-02-29T12:00:00.123Z'])(
  'offsets count: %s',
  (text) => {
    expect(parseTime(text)).toBe(Math.floor(Date.parse(text) / 1000))
  },
)

test('a date without a time means the end of that day', () => {
  expect(parseTime('2026-12-31')).toBe(Date.parse('2027-01-01T00:00:00Z') / 1000)
})

test.each([
  '',
  'soon',
  '2026',
  '2026-13-01',
  '2026-00-10',
  '2026-02-29',
  '2100-02-29',
  '2026-06-31',
  '2026-1-1',
  '20260101',
  '2026-01-01T24:00:00Z',
  '2026-01-01T10:60:00Z',
  '2026-01-01T10:00:00',
  ' 2026-01-01',
])('%j is no time', (text) => {
  expect(parseTime(text)).toBeUndefined()
})
