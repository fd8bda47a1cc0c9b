#!/usr/bin/env node
// Decides about a return by the rules of references/return-rules.md and prints the decision as JSON.
import { parseArgs } from 'node:util'

const rules = {
  clothing: { days: 30 },
  electronics: { days: 14, opened: 0.85 },
  media: { days: 14, opened: 0 },
  furniture: { days: 30, fee: 39 },
  food: { days: 0 },
}

const { values } = parseArgs({
  options: {
    delivered: { type: 'string' },
    requested: { type: 'string' },
    category: { type: 'string' },
    price: { type: 'string' },
    opened: { type: 'boolean', default: false },
  },
})

const delivered = day('delivered')
const requested = day('requested')
const rule = rules[values.category]
const price = Number(values.price)
if (!rule) stop(`--category must be one of ${Object.keys(rules).join(', ')}.`)
if (!(price >= 0)) stop('--price must be a number, for example 59.90.')

const lastDay = new Date(delivered.getTime() + rule.days * 86_400_000)
const inTime = requested <= lastDay && rule.days > 0
const share = values.opened ? (rule.opened ?? 1) : 1
const accepted = inTime && share > 0
console.log(
  JSON.stringify(
    {
      accepted,
      reason: reason(inTime, share),
      refund: accepted ? Math.max(0, Math.round((price * share - (rule.fee ?? 0)) * 100) / 100) : 0,
      last_day: rule.days > 0 ? lastDay.toISOString().slice(0, 10) : null,
    },
    null,
    2,
  ),
)

function day(name) {
  const date = new Date(`${values[name]}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) stop(`--${name} must be a day such as 2026-06-01.`)
  return date
}

function reason(inTime, share) {
  if (rule.days === 0) return 'This category can only be returned when it arrived damaged.'
  if (!inTime) return `The ${rule.days} days for this category are over.`
  return share === 0 ? 'The seal is broken.' : 'The return is within the window.'
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
