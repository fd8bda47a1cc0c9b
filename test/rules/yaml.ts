import { agent, skill, type Members } from './definitions.ts'
import type { Fixture } from './fixture.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function syntax(title: string, members: Members, place: string): Fixture {
  const files = { 'skills/parcel.yaml': skill(members) }
  return { code: 'YAML_SYNTAX', title, files, expect: `error skills/parcel.yaml:${place}` }
}

/** Fixtures of findings about the text of a definition. */
export const yamlFixtures: readonly Fixture[] = [
  {
    code: 'YAML_ENCODING',
    files: { 'skills/parcel.yaml': Buffer.from(skill({ description: 'Où est le colis.' }), 'latin1') },
    expect: 'error skills/parcel.yaml:5:15',
  },
  {
    code: 'YAML_ENCODING',
    title: 'UTF-16',
    files: { 'skills/parcel.yaml': Buffer.from(`\uFEFF${skill()}`, 'utf16le') },
    expect: 'error skills/parcel.yaml:1:1',
  },
  {
    code: 'YAML_BYTE_ORDER_MARK',
    files: { 'skills/parcel.yaml': bytes(`\uFEFF${skill()}`) },
    expect: 'warning skills/parcel.yaml:1:1',
  },
  {
    code: 'YAML_LONE_SURROGATE',
    files: { 'skills/parcel.yaml': skill({ description: '"Where is it? \\uD83D"' }) },
    expect: 'error skills/parcel.yaml:5:14',
  },
  {
    code: 'YAML_TOO_LARGE',
    files: { 'skills/parcel.yaml': skill({ description: 'parcel '.repeat(160_000) }) },
    expect: 'error skills/parcel.yaml',
  },
  {
    code: 'YAML_TOO_DEEP',
    files: { 'skills/parcel.yaml': skill({ output: `${'{ a: '.repeat(70)}1${' }'.repeat(70)}` }) },
    expect: 'error skills/parcel.yaml:8:329',
  },
  {
    code: 'YAML_TOO_DEEP',
    title: 'beyond the reader',
    files: { 'skills/parcel.yaml': skill({ output: '['.repeat(60_000) }) },
    expect: 'error skills/parcel.yaml:8:826',
  },
  {
    code: 'YAML_ALIAS_BOMB',
    files: {
      'skills/parcel.yaml': `${skill()}metadata:
  a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9]
  b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
  c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
  d: [*c, *c, *c, *c, *c, *c, *c, *c, *c]
`,
    },
    expect: 'error skills/parcel.yaml:11:10',
  },
  {
    code: 'YAML_ALIAS_BOMB',
    title: 'a value that holds itself',
    files: { 'skills/parcel.yaml': `${skill()}metadata: &m\n  again: *m\n` },
    expect: 'error skills/parcel.yaml:9:3',
  },
  { code: 'YAML_EMPTY', files: { 'skills/parcel.yaml': '# To be written.\n' }, expect: 'error skills/parcel.yaml' },
  {
    code: 'YAML_NOT_A_MAPPING',
    files: { 'skills/parcel.yaml': '# Skills\n- name: Parcel tracking\n- name: Parcel labels\n' },
    expect: 'error skills/parcel.yaml:2:1',
  },
  {
    code: 'YAML_MULTIPLE_DOCUMENTS',
    files: { 'skills/parcel.yaml': `${skill()}---\n${skill({ name: 'Parcel labels' })}` },
    expect: 'error skills/parcel.yaml:8:1',
  },
  syntax('a line without a colon', { description: 'Tells where\na parcel is.' }, '6:1'),
  syntax('not indented like the others', { endpoint: '\n    url: https://acme.example\n  method: POST' }, '8:1'),
  syntax('a reserved character', { description: '@acme tells where a parcel is.' }, '5:14'),
  syntax('an escape', { description: '"Reads C:\\parcels."' }, '5:23'),
  syntax('a quote in a quote', { description: "'Tells where it's at.'" }, '5:30'),
  syntax('a bracket too much', { tags: '[parcels]]' }, '8:16'),
  syntax('a list on the line of its key', { tags: '- parcels' }, '8:7'),
  syntax('a comma that is missing', { endpoint: '{ "url": "https://acme.example" "method": "POST" }' }, '6:43'),
  {
    code: 'YAML_UNQUOTED_COLON',
    title: 'below',
    files: { 'skills/parcel.yaml': skill({ description: 'Tells where a parcel is.\n  tags: [parcels]' }) },
    expect: 'error skills/parcel.yaml:5:14',
  },
  {
    code: 'YAML_UNCLOSED',
    title: 'brace',
    files: { 'skills/parcel.yaml': skill({ endpoint: '{ url: https://api.acme.example/parcels, method: POST' }) },
    expect: 'error skills/parcel.yaml:6:11',
  },
  {
    code: 'YAML_ALIAS',
    title: 'in bold',
    files: { 'skills/parcel.yaml': skill({ description: '**Parcels** are tracked by it.' }) },
    expect: 'error skills/parcel.yaml:5:14',
  },
  {
    code: 'YAML_UNQUOTED_COLON',
    files: { 'skills/parcel.yaml': skill({ description: 'Use when: a parcel is late.' }) },
    expect: 'error skills/parcel.yaml:5:14',
  },
  {
    code: 'YAML_UNCLOSED',
    files: { 'skills/parcel.yaml': skill({ description: '"Tells where a parcel is.' }) },
    expect: 'error skills/parcel.yaml:5:14',
  },
  {
    code: 'YAML_TAB',
    files: { 'skills/parcel.yaml': skill({ endpoint: '\n\turl: https://api.acme.example/parcels' }) },
    expect: 'error skills/parcel.yaml:7:1',
  },
  {
    code: 'YAML_DUPLICATE_KEY',
    files: { 'skills/parcel.yaml': `${skill()}access: private\n` },
    expect: 'error skills/parcel.yaml:8:1',
  },
  {
    code: 'YAML_FORBIDDEN_KEY',
    files: { 'skills/parcel.yaml': skill({ metadata: '\n  constructor: Acme' }) },
    expect: 'error skills/parcel.yaml:9:3',
  },
  {
    code: 'YAML_FORBIDDEN_KEY',
    title: 'merge',
    files: { 'skills/parcel.yaml': skill({ metadata: '&m { team: desk }', auth: '{ <<: *m, type: none }' }) },
    expect: 'error skills/parcel.yaml:9:9',
  },
  {
    code: 'YAML_KEY',
    files: { 'skills/parcel.yaml': skill({ metadata: '\n  [a, b]: Acme' }) },
    expect: 'error skills/parcel.yaml:9:3',
  },
  {
    code: 'YAML_ANCHOR',
    files: { 'skills/parcel.yaml': skill({ description: '&Parcels are tracked by it.' }) },
    expect: 'error skills/parcel.yaml:5:14',
  },
  {
    code: 'YAML_ALIAS',
    files: { 'skills/parcel.yaml': skill({ description: '*Parcels*' }) },
    expect: 'error skills/parcel.yaml:5:14',
  },
  {
    code: 'YAML_TAG',
    files: { 'skills/parcel.yaml': skill({ description: '!important parcels only.' }) },
    expect: 'error skills/parcel.yaml:5:14',
  },
  {
    code: 'YAML_NUMBER',
    files: { 'skills/parcel.yaml': skill({ output: '{ type: integer, maximum: 9007199254740993 }' }) },
    expect: 'error skills/parcel.yaml:8:35',
  },
  {
    code: 'YAML_NUMBER_FORM',
    files: { 'skills/parcel.yaml': skill({ output: '{ since: 1.10 }' }) },
    expect: 'warning skills/parcel.yaml:8:18',
  },
  {
    code: 'YAML_COMMENT_CUT',
    files: { 'skills/parcel.yaml': skill({ description: 'Tells which parcel is # 1 in the queue.' }) },
    expect: 'warning skills/parcel.yaml:5:14',
  },
  {
    code: 'YAML_RETYPED',
    files: { 'skills/parcel.yaml': skill({ tags: '[parcels, 404]' }) },
    expect: 'suggestion skills/parcel.yaml:8:17',
  },
  {
    code: 'YAML_RETYPED',
    title: 'in an agent',
    files: { 'agents/desk.yaml': agent({ version: '1.10' }) },
    expect: 'suggestion agents/desk.yaml:3:10',
  },
]
