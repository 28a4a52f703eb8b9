import { expect, test } from 'vitest'
import { runningCommands } from '../../../../src/renderer/state/running-commands'
import type { CommandItem } from '../../../../src/renderer/state/transcript-items'
import { approval } from '../samples'

const began = '2026-11-30T04:46:00.000Z'
const answered = '2026-11-30T04:46:20.000Z'

function item(change: Partial<CommandItem>, kept?: 'asked'): CommandItem {
  const attempt = { startedAt: began, settled: false, kept, confinement: 'bubblewrap', output: [] }
  return {
    ...{ kind: 'command', key: 'a', callId: 'a', command: ['ls'], cwd: '/w', request: undefined },
    ...{ ended: undefined, attempts: [attempt] },
    ...change,
  } as unknown as CommandItem
}
const yes = approval('a', {
  ...{ state: 'answered', decidedAt: answered },
  decision: { kind: 'allow', offerId: 'only-this' },
})

test.each([
  ['one that nobody was asked about, since it began', item({}), [began]],
  ['one that waits for an answer does not run', item({ request: approval('a') }), []],
  [
    'one that was answered, since then: its list does not come for what ends with the answer',
    item({ request: yes }),
    [answered],
  ],
  [
    'a process that stays, since it began: what was asked is what is written to it',
    item({ request: yes }, 'asked'),
    [began],
  ],
])('%s', (_, command, since) => {
  expect(runningCommands([command]).map((each) => each.since)).toEqual(since)
})
