import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { english } from '@shared/languages/english/messages'
import { saidIn, saidInEnglish, messages } from '@shared/messages/spoken'

const root = resolve(import.meta.dirname, '../..')
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, 'src', name), 'utf8') }))

/** The files that name something. */
const naming = (what: RegExp): string[] =>
  sources.filter(({ text }) => what.test(text)).map(({ name }) => name)

test('only a page has a language of its own', () => {
  expect(naming(/\bspeakHere\b/).sort()).toEqual([
    'renderer/lib/speak-language.ts',
    'shared/messages/spoken.ts',
  ])
})

test('another language holds for one sentence, and is given back whatever happens in it', () => {
  const other = { ...english, reason: { ...english.reason, holds: () => 'anders' } }
  const said = saidIn(other, () => {
    expect(saidInEnglish(() => messages().reason.holds('x'))).toBe('The check x holds.')
    return messages().reason.holds('x')
  })
  expect(said).toBe('anders')
  expect(() =>
    saidIn(other, () => {
      throw new Error('in the middle')
    }),
  ).toThrow('in the middle')
  expect(messages()).toBe(english)
})
