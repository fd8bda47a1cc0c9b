const DAY = 86_400

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:[Zz]|([+-])(\d\d):(\d\d)))?$/

/**
 * The epoch seconds of an ISO 8601 date or of an RFC 3339 date-time; `undefined` for anything else, days that are in no
 * calendar included. A date without a time means the end of that day in UTC.
 */
export function parseTime(text: string): number | undefined {
  const parts = DATE_TIME.exec(text)
  if (parts === null) return undefined
  const [year, month, day, hour, minute, second, offsetHour, offsetMinute] = [1, 2, 3, 4, 5, 6, 8, 9].map((i) =>
    Number(parts[i] ?? 0),
  ) as [number, number, number, number, number, number, number, number]
  if (month < 1 || month > 12 || day < 1 || day > monthLength(year, month)) return undefined
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return undefined
  const days = daysBefore(year, month) + day - 1
  if (parts[4] === undefined) return (days + 1) * DAY
  const offset = (offsetHour * 60 + offsetMinute) * (parts[7] === '-' ? -60 : 60)
  return days * DAY + hour * 3600 + minute * 60 + second - offset
}

/** The date of a point in time, `YYYY-MM-DD` in UTC. */
export function formatDate(seconds: number): string {
  let days = Math.floor(seconds / DAY)
  let year = 1970 + Math.floor(days / 365.2425)
  while (daysBefore(year, 1) > days) year--
  while (daysBefore(year + 1, 1) <= days) year++
  days -= daysBefore(year, 1)
  let month = 1
  for (; days >= monthLength(year, month); month++) days -= monthLength(year, month)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(days + 1).padStart(2, '0')}`
}

/** Days from 1970-01-01 to the first of a month. */
function daysBefore(year: number, month: number): number {
  const y = year - 1
  const toYear = 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) - 719_162
  let days = toYear
  for (let m = 1; m < month; m++) days += monthLength(year, m)
  return days
}

function monthLength(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}
