import { expect, test } from 'vitest'
import { beginAtAddress, followAddress } from '../../../../src/renderer/app/connect-window'
import { viewAt, viewFragment } from '../../../../src/renderer/lib/window-route'
import { createAppStore, type View } from '../../../../src/renderer/state/app-state'
import { applySnapshot } from '../../../../src/renderer/state/apply-push'
import { session, snapshot } from '../samples'

/** A tab with its history. */
function tab(first: string) {
  const steps = [first]
  let at = 0
  let returned = (): void => undefined
  const place = {
    location: {
      get hash() {
        return steps[at] ?? ''
      },
    } as Location,
    history: {
      pushState: (_state: unknown, _title: string, to: string) => {
        at += 1
        steps.splice(at, steps.length, to)
      },
      replaceState: (_state: unknown, _title: string, to: string) => {
        steps[at] = to
      },
    } as History,
    addEventListener: (_type: string, listener: () => void) => {
      returned = listener
    },
  }
  const store = createAppStore()
  const show = (view: View): void => {
    store.setState({ view })
  }
  beginAtAddress(store, place.location, {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  } as never)
  followAddress(store, place as never, { show })
  return {
    steps,
    view: () => store.getState().view,
    show,
    told: (ids: readonly string[]) => {
      const told = snapshot({ sessions: ids.map((id) => session(id, { status: 'running' })) })
      store.setState(applySnapshot(store.getState(), told))
    },
    go: (by: number) => {
      at += by
      returned()
    },
  }
}

const inSession = (sessionId: string): View => ({ kind: 'session', sessionId })

test('all that the whole window shows has an address that leads there again, whatever an id holds', () => {
  const views: readonly View[] = [
    ...(['start', 'doctor', 'grants', 'preferences', 'past'] as const).map((kind) => ({ kind })),
    ...['s1', 'a/1', '%', '#?&', 'ü ⟦'].map(inSession),
    { kind: 'inbox', requestId: undefined },
    { kind: 'inbox', requestId: 'r/1' },
  ]
  for (const view of views) expect(viewAt(viewFragment(view))).toEqual(view)
  expect(new Set(views.map(viewFragment)).size).toBe(views.length)
})

test.each([
  '',
  '#',
  '#token=abc',
  '#high',
  '#/in',
  '#/in/',
  '#/in/__proto__',
  '#/in/%E0%A4%A',
  '#/grants/x',
  '#/session/s1',
  '#/no',
])('%j names nothing of it', (fragment) => {
  expect(viewAt(fragment)).toBeUndefined()
})

test('a link leads where it says, and a reload where one was; also to the page for a new session', () => {
  const linked = tab('#/in/s2')
  linked.told(['s1', 's2'])
  expect([linked.view(), linked.steps]).toEqual([inSession('s2'), ['#/in/s2']])
  const started = tab('#/new')
  started.told(['s1'])
  expect(started.view()).toEqual({ kind: 'start' })
})

test('what the window chose by itself is no step; what the person chose is, and the way back leads there', () => {
  const { told, show, go, view, steps } = tab('')
  told(['s1', 's2'])
  expect(steps).toEqual(['#/in/s1'])
  show({ kind: 'grants' })
  show({ kind: 'grants' })
  show(inSession('s2'))
  expect(steps).toEqual(['#/in/s1', '#/grants', '#/in/s2'])
  go(-2)
  expect(view()).toEqual(inSession('s1'))
  go(2)
  expect([view(), steps.length]).toEqual([inSession('s2'), 3])
})

test('the inbox is one step, whatever is looked at in it; its address is that of the request', () => {
  const { told, show, go, view, steps } = tab('#/in/s1')
  told(['s1'])
  show({ kind: 'inbox', requestId: undefined })
  for (const requestId of ['r1', 'r2', 'r3']) show({ kind: 'inbox', requestId })
  expect(steps).toEqual(['#/in/s1', '#/inbox/r3'])
  show({ kind: 'grants' })
  go(-1)
  expect(view()).toEqual({ kind: 'inbox', requestId: 'r3' })
  show({ kind: 'inbox', requestId: 'r1' })
  go(-1)
  expect(view()).toEqual(inSession('s1'))
  go(1)
  expect(view()).toEqual({ kind: 'inbox', requestId: 'r1' })
})

test('a request that is gone to from elsewhere is a step, and a link or a reload leads to it', () => {
  const { told, show, steps } = tab('#/in/s1')
  told(['s1'])
  show({ kind: 'inbox', requestId: 'r1' })
  expect(steps).toEqual(['#/in/s1', '#/inbox/r1'])
  const again = tab('#/inbox/r1')
  again.told(['s1'])
  expect([again.view(), again.steps]).toEqual([{ kind: 'inbox', requestId: 'r1' }, ['#/inbox/r1']])
})

test('the way back to a session that is gone leads to a new one', () => {
  const { told, show, go, view, steps } = tab('#/in/s1')
  told(['s1', 's2'])
  show(inSession('s2'))
  told(['s2'])
  go(-1)
  expect([view(), steps]).toEqual([{ kind: 'start' }, ['#/new', '#/in/s2']])
})

test('a window of one session, or of one request, keeps its address', () => {
  for (const own of ['#/session/s1', '#/approval/a1']) {
    const { told, show, steps } = tab(own)
    told(['s1', 's2'])
    show(inSession('s2'))
    expect(steps).toEqual([own])
  }
})
