import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAgentCard, generations } from '../../../src/formats/create-agent-card.ts'
import { isObject, type JsonValue } from '../../../src/json.ts'
import { card, catalogOf, configOf, parse } from './agent-source.ts'

const data = (name: string): JsonValue =>
  JSON.parse(readFileSync(new URL(`../../data/a2a/${name}`, import.meta.url), 'utf8'))
const seeds = ['agent-card.json', 'agent-card.v03.json', 'agent-card.hybrid.json'].map(data)
const everything = { ...card, ...Object.assign({}, ...seeds), extended: seeds[2]!, publish: { primary: true }, ard: {} }

/** A value of which some parts, at any depth, are gone or are any JSON value. */
function damaged(value: JsonValue): fc.Arbitrary<JsonValue> {
  const whole: fc.Arbitrary<JsonValue> = Array.isArray(value)
    ? fc.tuple(...(value as readonly JsonValue[]).map(damaged))
    : isObject(value)
      ? fc
          .tuple(...Object.entries(value).map(([key, member]) => fc.tuple(fc.constant(key), damaged(member), seldom)))
          .map((members) => Object.fromEntries(members.filter(([, , gone]) => !gone).map(([key, v]) => [key, v])))
      : fc.constant(value)
  return fc.oneof({ weight: 60, arbitrary: whole }, { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<JsonValue> })
}

const seldom = fc.oneof({ weight: 60, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })

describe('any data below agents', () => {
  it('gives findings, or a definition that every card can be written of, and never throws', () => {
    let written = 0
    const property = fc.property(fc.oneof(...[...seeds, everything].map(damaged)), (value) => {
      const { definition, diagnostics, ignored } = parse('agents/geo.json', JSON.stringify(value))
      if (definition === undefined) expect(ignored || diagnostics.some((d) => d.severity === 'error')).toBe(true)
      if (definition?.kind !== 'agent') return
      for (const form of generations(definition)) {
        createAgentCard(definition, catalogOf(), configOf(), { form, extended: true })
        written += 1
      }
    })
    fc.assert(property, { numRuns: 400 })
    expect(written).toBeGreaterThan(20)
  })
})
