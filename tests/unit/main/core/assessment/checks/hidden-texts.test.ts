import { reasonInWords } from '@shared/messages/reason'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { expect, test } from 'vitest'
import { assessCommand } from '../../../../../../src/main/core/assessment/assess-command'
import type { FactsReader } from '../../../../../../src/main/core/assessment/facts/facts-reader'
import { fakeFactsReader } from '../../../../../fakes/fake-facts-reader'
import { bashTrees } from '../../../../../fakes/bash-trees'

const cwd = '/home/dev/project'

/** A file system in which what lies beyond the project is only given to rules. */
function withOutside(files: Readonly<Record<string, string>>): FactsReader {
  const inner = fakeFactsReader(files)
  return {
    open: (scope) => {
      const reading = inner.open(scope)
      let withheld = false
      return {
        ...reading,
        text: (path, use) => {
          if (path.startsWith(cwd) || use === 'judge' || files[path] === undefined)
            return reading.text(path, use)
          withheld = true
          return Promise.resolve({ kind: 'not-read', reason: 'lies outside' })
        },
        withheld: () => withheld,
      }
    },
  }
}

const assess = (files: Readonly<Record<string, string>>, ...argv: string[]) =>
  assessCommand(
    { argv, cwd, policy: sandboxPolicyForMode('workspace-write') },
    { reader: withOutside(files), trees: bashTrees, home: '/home/dev', now: () => 0 },
  )

test('what a script outside does raises the floor, and nothing of its text is told', async () => {
  const { facts, floor } = await assess({ '/srv/x.sh': 'rm -rf ~/secret-plans\n' }, 'sh', '/srv/x.sh')
  expect(floor).toMatchObject({ level: 'high', categories: ['data_deletion'] })
  expect(
    floor.reasons.some((reason) =>
      reasonInWords(reason).startsWith('A file outside the workspace that would run:'),
    ),
  ).toBe(true)
  expect(JSON.stringify({ facts, floor })).not.toContain('secret-plans')
})

test('one that does nothing special stays what cannot be seen through, never low', async () => {
  const { facts, floor } = await assess({ '/srv/x.sh': 'echo quiet-words\n' }, 'sh', '/srv/x.sh')
  expect([floor.level, floor.reasons.map(({ rule }) => rule)]).toEqual(['medium', ['unreadable']])
  expect(JSON.stringify({ facts, floor })).not.toContain('quiet-words')
})

test('a script inside that leads outside is shown, and what it leads to is not', async () => {
  const files = { [`${cwd}/a.sh`]: 'sh /srv/x.sh\n', '/srv/x.sh': 'rm -rf ~/secret-plans\n' }
  const { facts, floor } = await assess(files, 'sh', 'a.sh')
  expect([floor.level, facts.lookThrough.map(({ title }) => title)]).toEqual(['high', ['a.sh']])
  expect(JSON.stringify({ facts, floor })).not.toContain('secret-plans')
})
