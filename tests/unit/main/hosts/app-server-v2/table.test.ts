import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clientRequests } from '../../../../../src/main/hosts/app-server-v2/protocol/client-requests'
import { notifications } from '../../../../../src/main/hosts/app-server-v2/protocol/notifications'
import { serverRequests } from '../../../../../src/main/hosts/app-server-v2/protocol/questions'

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/spec/app-server-v2.md'), 'utf8')

/** The names in the first cell of each row below a heading, and what stands in the second. */
function rows(heading: string): { readonly names: readonly string[]; readonly here: string }[] {
  const [, section = ''] = page.split(`## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  return table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, first = '', here = ''] = line.split('|')
      return { names: [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name), here: here.trim() }
    })
}
const named = (heading: string, fits: (here: string) => boolean): string[] =>
  rows(heading)
    .filter(({ here }) => fits(here))
    .flatMap(({ names }) => names)
    .toSorted()

test('the requests that the page says work are those that are answered, and no other', () => {
  expect(named('Requests', (here) => here === 'works')).toEqual(Object.keys(clientRequests).toSorted())
  const others = named('Requests', (here) => here === 'not found' || here === 'not applicable')
  expect(others.length).toBeGreaterThan(50)
  expect(others.filter((name) => Object.hasOwn(clientRequests, name))).toEqual([])
  expect(named('Requests', () => true).length).toBe(new Set(named('Requests', () => true)).size)
})

test('the notifications that the page says are told are those that there are', () => {
  expect(named('What is told', (here) => here === 'works')).toEqual(Object.keys(notifications).toSorted())
})

test('the questions that the page names are those that there are', () => {
  const asked = named('What is asked', () => true).filter((name) => name.includes('/'))
  expect(asked).toEqual(Object.keys(serverRequests).toSorted())
})
