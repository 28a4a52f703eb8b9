import { expect, test } from 'vitest'
import { createChangeActions } from '../../../../src/renderer/state/change-actions'
import type { LineComment } from '../../../../src/renderer/state/line-comments'
import { createAppStore } from '../../../../src/renderer/state/app-state'

const comment = (id: string, text: string): LineComment => ({
  ...{ id, text, path: '/w/a.ts', side: 'after', from: 1, to: 1, quoted: ['+x'] },
})

function setUp() {
  const store = createAppStore()
  const sent: { readonly text: string; readonly answer: (taken: boolean) => void }[] = []
  const actions = createChangeActions({
    bridge: {
      request: () => Promise.reject(new Error('not asked here')),
      onPush: () => () => undefined,
    },
    store,
    sendText: (_session, text) =>
      new Promise((answer) => {
        sent.push({ text, answer })
      }),
  })
  return { actions, sent, kept: () => store.getState().comments['s'] ?? [] }
}

test('comments go to the agent once, however often that is clicked before it has them', async () => {
  const { actions, sent, kept } = setUp()
  actions.comment('s', comment('1', 'Why?'))
  const clicks = [actions.sendComments('s'), actions.sendComments('s')]
  expect(sent).toHaveLength(1)
  actions.comment('s', comment('2', 'And this?'))
  for (const each of sent) each.answer(true)
  await Promise.all(clicks)
  expect(kept().map(({ id }) => id)).toEqual(['2'])
})

test('what was not taken stays, and can be sent again', async () => {
  const { actions, sent, kept } = setUp()
  actions.comment('s', comment('1', 'Why?'))
  const first = actions.sendComments('s')
  sent[0]?.answer(false)
  await first
  expect(kept()).toHaveLength(1)
  const again = actions.sendComments('s')
  sent[1]?.answer(true)
  await again
  expect(kept()).toEqual([])
})
