import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/json.ts'
import type { RegistryEntry } from '../../../src/registry/entries.ts'
import { rankOwnQueries } from '../../../src/registry/own-ranks.ts'

function entry(name: string, representativeQueries: unknown, more: JsonObject = {}): RegistryEntry {
  const identifier = `urn:air:acme.example:${name}`
  return {
    identifier,
    source: '',
    isOpened: false,
    entry: { identifier, representativeQueries, ...more } as JsonObject,
  }
}

function ranks(...entries: RegistryEntry[]): string[] {
  return rankOwnQueries({ entries }).map(
    ({ entry: { identifier }, query, rank, before }) =>
      `${identifier.slice(21)} ${query}: ${rank ?? '-'} ${before.map((other) => other.identifier.slice(21)).join()}`,
  )
}

test('each query with its rank, and who is found before it or alike', () => {
  expect(
    ranks(entry('agent:b', ['open the till', 'the']), entry('agent:a', ['close the till', 'open the till'])),
  ).toEqual([
    'agent:a close the till: 1 ',
    'agent:a open the till: 1 agent:b',
    'agent:b open the till: 1 agent:a',
    'agent:b the: 1 ',
  ])
})

test('the descriptor of a resource is no rival of it, and an opened catalog is nobody', () => {
  expect(
    ranks(entry('skill:x', ['sort mail']), entry('descriptor:x', ['sort mail']), {
      ...entry('catalog:y', ['sort mail']),
      isOpened: true,
    }),
  ).toEqual(['descriptor:x sort mail: 1 ', 'skill:x sort mail: 1 '])
})

test('a query without a word finds nothing', () => {
  expect(ranks(entry('agent:a', ['?!', 7]))).toEqual(['agent:a ?!: - '])
})
