import type { RequestRehearsal } from '@shared/domain/request-rehearsal'
import { expect, test } from 'vitest'
import { showTray } from '../../../../../src/main/hosts/desktop/tray'
import { Waiting } from '../../../../../src/main/hosts/desktop/waiting'
import { choose } from '../../../../fakes/fake-electron-native'
import { createFakeElectron } from '../../../../fakes/fake-electron'
import { sampleEvent, sampleRequest } from '../../../../fakes/fake-engine'
import { sampleQuestion } from '../../../../fakes/sample-question'

function setUp(platform: NodeJS.Platform = 'linux', icon = 'tray.png') {
  const { api, world } = createFakeElectron()
  const waiting = new Waiting()
  const done: string[] = []
  const tray = showTray({
    ...{ electron: api, platform, icon, waiting },
    show: () => done.push('show'),
    open: (id, sessionId) => done.push(`open ${sessionId} ${id}`),
    quit: () => done.push('quit'),
  })
  const ask = (id: string, title = 'Tidy') => {
    const request = sampleRequest({ id, sessionTitle: title })
    waiting.take({ kind: 'event', event: sampleEvent(1, { type: 'approval.requested', request }) })
  }
  return { tray, shown: world.trays[0], waiting, ask, done }
}

test('it says how many wait, names them, and opens each by a click', () => {
  const { shown, ask, done, waiting } = setUp()
  expect([shown?.toolTip, shown?.menu[0]?.label]).toEqual(['Countersign: Nothing waits', 'Nothing waits'])
  ask('r1')
  const question = sampleQuestion({ id: 'q1' })
  waiting.take({ kind: 'event', event: sampleEvent(2, { type: 'question.asked', question }) })
  expect(shown?.toolTip).toBe('Countersign: 2 requests wait')
  choose(shown?.menu[1])
  choose(shown?.menu[2])
  expect(done).toEqual(['open s1 r1', `open ${question.sessionId} q1`])
  expect(JSON.stringify(shown?.menu)).not.toMatch(/allow|deny/i)
})

test('what is over leaves the menu; more than eight are counted', () => {
  const { shown, ask, waiting } = setUp()
  for (let at = 0; at < 10; at += 1) ask(`r${String(at)}`)
  expect(shown?.menu.map(({ label }) => label)).toContain('2 more in the inbox')
  for (let at = 0; at < 10; at += 1)
    waiting.take({
      kind: 'event',
      event: sampleEvent(3, {
        type: 'approval.resolved',
        request: sampleRequest({ id: `r${String(at)}`, state: 'answered' }),
      }),
    })
  expect(shown?.menu[0]?.label).toBe('Nothing waits')
})

test('what a rehearsal shows leads in the menu as on its panel', () => {
  const { shown, ask, waiting } = setUp()
  ask('r1')
  const counts = { created: 0, changed: 0, deleted: 1, moved: 0, mode: 0, files: 1, bytes: 1_000 }
  const rehearsal: RequestRehearsal = {
    state: 'found',
    found: {
      status: 'done',
      ...{ exitCode: 0, durationMs: 1, output: '', counts },
      changes: [{ path: '/srv/a', kind: 'deleted', type: 'file', bytes: 1_000, content: 'none' }],
      ...{ attempts: [], limits: [], moreLimits: 0 },
    },
  }
  const type = 'approval.rehearsed'
  waiting.take({ kind: 'event', event: sampleEvent(2, { type, requestId: 'r1', rehearsal }) })
  expect(shown?.menu[1]?.label).toContain('Would delete /srv/a (1 KB).')
  expect(waiting.get('r1')?.body).toContain('Would delete /srv/a (1 KB).')
})

test('a name cannot underline a letter, break the line or hide', () => {
  const { shown, ask } = setUp('win32')
  ask('r1', 'a&b\n\u202ec')
  expect(shown?.menu[1]?.label).toMatch(/^a&&b c: /)
})

test('a click on it shows the window; on macOS the number stands beside it', () => {
  const { shown, ask, done } = setUp('darwin')
  ask('r1')
  shown?.emit('click')
  expect([done, shown?.title]).toEqual([['show'], '1'])
})

test('without a picture there is none, and nothing fails', () => {
  expect(setUp('linux', 'missing').tray).toBeUndefined()
})
