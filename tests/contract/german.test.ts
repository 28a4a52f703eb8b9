import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { english as englishMessages } from '@shared/messages/english'
import { german } from '@shared/messages/german'
import { programRecords } from '@shared/messages/german/program-records'
import { expect, test } from 'vitest'
import { germanStrings, laterGerman } from '../../src/renderer/lib/german'
import { laterEnglish } from '../../src/renderer/lib/later-strings'
import { english } from '../../src/renderer/lib/strings'

const root = resolve(import.meta.dirname, '../..')

/** Every text and function of a catalogue, by its place in it. */
function leaves(value: unknown, place = ''): readonly (readonly [place: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [[place, value]]
  return Object.entries(value).flatMap(([key, each]) => leaves(each, `${place}.${key}`))
}

/** What is the same word in both languages, a name, or no word at all. */
const shared = new Set([
  ...[
    'Countersign',
    'Agent',
    'Branch',
    'Commit',
    'Patch',
    'Details',
    'Sandbox',
    'Demo',
    'Host',
    'Name',
    'Azure OpenAI',
    'Remote',
    'Link',
    'Editor',
    'Plan',
    'Tokens',
  ],
  ...['main', 'HEAD', 'Manifest', 'Lockfile', 'https://models.example.org/v1'],
  '',
  ', in ',
  'Show me what Countersign does.',
])

test.each([
  ['what is on screen at first', english, germanStrings],
  ['what is on screen', laterEnglish, laterGerman],
  ['what is said of a request', englishMessages, german],
])('of %s everything is German that is not the same word', (_what, from, to) => {
  const inGerman = new Map(leaves(to))
  const left = leaves(from).filter(
    ([place, text]) =>
      text === inGerman.get(place) &&
      !(typeof text === 'string' && shared.has(text)) &&
      !place.startsWith('.tryAgain.'), // said to the agent
  )
  expect(left.map(([place]) => place)).toEqual([])
})

test('what the records of programs say has its German, and no German is left over', () => {
  const folder = join(root, 'src/main/core/programs/records')
  const said = readdirSync(folder)
    .filter((name) => name.endsWith('.toml'))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/\bdoes = (["'])(.*?)\1\s*[,}\n]/g),
    ])
    .map(([, , text]) => text)
  // What is said in their form of a command that none of them leads.
  const shown = readFileSync(join(root, 'src/main/core/assessment/shown/shown-effect.ts'), 'utf8')
  for (const [, text = ''] of shown.matchAll(/\bdoes: '(.*?)'/g)) said.push(text)
  expect(said.length).toBeGreaterThan(100)
  expect(Object.keys(programRecords).sort()).toEqual([...new Set(said)].sort())
})

test('German is written as German is: its quotes, a space before an ellipsis, nobody is addressed', () => {
  const folders = ['src/renderer/lib/strings/german', 'src/shared/messages/german']
  const parts = folders.flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
  const files = ['src/renderer/lib/german.ts', 'src/shared/messages/german.ts', ...parts]
  const lines = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line) => ({ line, is: `${basename(file)}: ${line.trim()}` })),
  )
  expect(lines.length).toBeGreaterThan(2500)
  const wrong = lines
    .filter(({ line }) =>
      /“[^„]*”|[a-zäöüß]…|\b(Sie|Ihnen|Ihre[rnms]?|dein|deine|dir|dich)\b|\bdu\b/u.test(line),
    )
    .filter(({ line }) => !/^\s*(\/?\*|\/\/)/.test(line))
  expect(wrong.map(({ is }) => is)).toEqual([])
})

test('each row of the machine, and each kind of fault, is said in German', () => {
  const sources = ['adapters/system/create-doctor.ts', 'adapters/sandbox-runtime/doctor-checks.ts'].map(
    (name) => readFileSync(join(import.meta.dirname, '../../src/main', name), 'utf8'),
  )
  const ids = sources.flatMap((text) =>
    [...text.matchAll(/(?:\bid(?:: | = )|missing\(\s*)'([a-z0-9-]+)'/g)].map(([, id = '']) => id),
  )
  expect(ids.length).toBeGreaterThan(12)
  const { checks, faults } = germanStrings.machine
  const said = new Set(Object.keys(checks).map((key) => key.split('.')[0]))
  expect([...new Set(ids)].filter((id) => !said.has(id))).toEqual([])
  expect(Object.values(faults).filter((text) => text === '')).toEqual([])
})
