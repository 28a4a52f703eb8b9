import type { ApprovalRequest } from '@shared/domain/approval'
import { expect, test } from 'vitest'
import { createAppStore } from '../../../../src/renderer/state/app-state'
import { leftOfRehearsal, nothingLeft, type Left } from '../../../../src/renderer/state/left-of-requests'
import { tellLeft } from '../../../../src/renderer/state/tell-left'
import { sampleRequest } from '../../../fakes/sample-request'

const some: Left = { files: ['/work/b'], hunks: {} }
const patch: ApprovalRequest = { ...sampleRequest, id: 'p' }
const rehearsed = (rehearsal: string): ApprovalRequest => ({
  ...sampleRequest,
  id: 'r',
  rehearsal: {
    state: 'found',
    found: {
      ...{ status: 'done', exitCode: 0, durationMs: 1, output: '', limits: [], moreLimits: 0, attempts: [] },
      changes: [],
      counts: { created: 0, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 },
      applies: { kind: 'possible', id: rehearsal },
    },
  },
})

function following() {
  const store = createAppStore()
  const said: unknown[] = []
  const end = tellLeft(store, {
    request: (channel, payload) => {
      said.push([channel, payload])
      return Promise.reject(new Error('nobody hears it'))
    },
  })
  /** What was said since the last look. */
  const news = () => said.splice(0)
  const hello = (): void => {
    store.setState({ connection: { kind: 'ready' } })
  }
  const put = (...requests: readonly ApprovalRequest[]): void => {
    store.setState({ approvals: Object.fromEntries(requests.map((each) => [each.id, each])) })
  }
  const leave = (name: string, left: Left): void => {
    store.setState(({ leftOut }) => ({ leftOut: { ...leftOut, [name]: left } }))
  }
  return { store, news, hello, put, leave, end }
}
const told = (requestId: string, isSome: boolean) => ['approval.leaves-out', { requestId, some: isSome }]

test('what is left out is told whether or not its panel is shown, once, until it is taken again', () => {
  const { store, news, hello, put, leave, end } = following()
  put(patch, rehearsed('one'))
  hello()
  leave('p', some)
  leave(leftOfRehearsal('r', 'one'), { files: [], hunks: { '/work/a': ['@@ -1 +1 @@'] } })
  expect(news()).toEqual([told('p', true), told('r', true)])
  store.setState({ view: { kind: 'start' } })
  leave('p', { files: ['/work/b', '/work/c'], hunks: {} })
  expect(news()).toEqual([])
  leave('p', nothingLeft)
  expect(news()).toEqual([told('p', false)])
  end()
  leave('p', some)
  expect(news()).toEqual([])
})

test('after each hello all that is kept is told again, and of what waits no more nothing', () => {
  const { store, news, hello, put, leave } = following()
  leave('p', some)
  leave('gone', some)
  put(patch)
  expect(news()).toEqual([])
  hello()
  expect(news()).toEqual([told('p', true)])
  store.setState({ connection: { kind: 'lost' } })
  put(patch, rehearsed('one'))
  leave(leftOfRehearsal('r', 'one'), some)
  expect(news()).toEqual([])
  hello()
  expect(news()).toEqual([told('p', true), told('r', true)])
  put(rehearsed('one'))
  expect(news()).toEqual([])
})

test('what was left out of another rehearsal is not left out of this one', () => {
  const { news, hello, put, leave } = following()
  leave(leftOfRehearsal('r', 'one'), some)
  hello()
  put(rehearsed('two'))
  expect(news()).toEqual([])
  put(rehearsed('one'))
  expect(news()).toEqual([told('r', true)])
  put(rehearsed('two'))
  expect(news()).toEqual([told('r', false)])
})
