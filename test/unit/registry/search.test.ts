import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/json.ts'
import type { RegistryEntry } from '../../../src/registry/entries.ts'
import { createSearchIndex } from '../../../src/registry/search.ts'
import { tellingWords, wordsOf } from '../../../src/registry/words.ts'

function entry(name: string, members: JsonObject = {}, isOpened = false): RegistryEntry {
  const identifier = `urn:air:acme.example:agent:${name}`
  return {
    identifier,
    source: 'https://acme.example/.well-known/ard.json',
    isOpened,
    entry: { identifier, displayName: name, ...members },
  }
}

const PARCELS = entry('parcels', {
  description: 'Knows the way of every shipment.',
  representativeQueries: ['Where is my parcel now?', 'When does order 9 arrive?'],
  capabilities: ['ParcelTracking'],
  tags: ['logistics'],
})
const WEATHER = entry('weather', {
  description: 'Tells whether rain will delay a parcel.',
  representativeQueries: ['Will it rain tomorrow?', 'How warm is it in Lyon?'],
  tags: ['forecast'],
})
const TRANSLATE = entry('translate', {
  description: '翻译文件',
  representativeQueries: ['把合同翻译成英文', 'Übersetze diesen Vertrag'],
})
const ALL = [WEATHER, PARCELS, TRANSLATE]

function found(text: string, entries: readonly RegistryEntry[] = ALL): string[] {
  return createSearchIndex(entries)
    .search(text)
    .map(({ entry: { entry }, score }) => `${String(entry['displayName'])} ${score}`)
}

describe('ranking', () => {
  test('a representative query reaches 100, whatever its case, marks and filler words', () => {
    expect(found('where is MY parcel, now')[0]).toBe('parcels 100')
    expect(found('ubersetze diesen vertrag')).toEqual(['translate 100'])
  })

  test('a word counts more in a representative query than in a description', () => {
    expect(found('parcel')).toEqual(['parcels 95', 'weather 57'])
  })

  test('finds misspelt words, beginnings, other forms, and words written together', () => {
    expect(found('parcle')[0]).toMatch(/^parcels /)
    expect(found('logist')).toEqual([expect.stringMatching(/^parcels /)])
    expect(found('parcels')[0]).toMatch(/^parcels /)
    expect(found('tracking')).toEqual([expect.stringMatching(/^parcels /)])
  })

  test('numbers are never taken for another number', () => {
    const orders = [entry('one', { tags: ['order-48210'] }), entry('two', { tags: ['order-48211'] })]
    expect(found('48211', orders)).toEqual([expect.stringMatching(/^two /)])
  })

  test('finds texts of scripts without spaces', () => {
    expect(found('翻译合同')).toEqual([expect.stringMatching(/^translate /)])
  })

  test('says nothing of what no word is about, and of questions of filler words alone', () => {
    expect(found('xylophone')).toEqual([])
    expect(found('?!')).toEqual([])
    expect(createSearchIndex([]).search('parcel')).toEqual([])
  })

  test('a catalog whose members are here is not found itself', () => {
    expect(found('parcel', [entry('catalog', { representativeQueries: ['parcel'] }, true)])).toEqual([])
  })

  test('entries that nothing tells apart are ordered by identifier, whatever the order they came in', () => {
    const twins = ['b', 'a', 'c'].map((name) => entry(name, { displayName: 'Twin', tags: [name] }))
    const order = (entries: readonly RegistryEntry[]): string[] =>
      createSearchIndex(entries)
        .search('twin')
        .map((hit) => hit.entry.identifier.slice(-1))
    expect(order(twins)).toEqual(['a', 'b', 'c'])
    expect(order(twins.toReversed())).toEqual(['a', 'b', 'c'])
  })

  test('a member of a wrong type breaks nothing', () => {
    const odd = entry('odd', {
      displayName: 7,
      tags: { a: 1 },
      representativeQueries: [null, 'parcel'],
      capabilities: 'parcel',
    } as unknown as JsonObject)
    expect(
      createSearchIndex([odd])
        .search('parcel')
        .map(({ score }) => score),
    ).toEqual([100])
  })
})

test('any text gives scores from 1 to 100 in falling order, the same every time', () => {
  const index = createSearchIndex(ALL)
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('parcel rain', '__proto__ constructor toString', 'now '.repeat(500)),
      ),
      (text) => {
        const scores = index.search(text).map(({ score }) => score)
        expect(scores.every((score) => Number.isInteger(score) && score >= 1 && score <= 100)).toBe(true)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
        expect(index.search(text).map(({ score }) => score)).toEqual(scores)
      },
    ),
  )
})

test('words', () => {
  expect(wordsOf('Crème-brûlée № 3, ＡＢＣ')).toEqual(['creme', 'brulee', 'no', '3', 'abc'])
  expect(wordsOf('東京tower')).toEqual(['東京', 'tower'])
  expect(tellingWords('What is it?')).toEqual(['what', 'is', 'it'])
})
