import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Push } from '@shared/ipc/push'
import { createBridgeServer } from '../../../src/main/hosts/bridge/bridge-server'
import { createActions } from '../../../src/renderer/state/actions'
import { createAppStore } from '../../../src/renderer/state/app-state'
import { startSync } from '../../../src/renderer/state/sync'
import { createBridge } from '../../../src/renderer/lib/bridge'
import { calls, exited, fakeEngine, fakeModel, fakeSandbox, kernelWrite, says } from '../../fakes/fake-world'

const root = join(import.meta.dirname, '../../..')

/**
 * The files that one request passes, from the model's stream to the panel: each takes it, or what becomes it, and hands it on.
 * What is only asked for a part of it (the first decision, keys, facts, offers, words) is not on the way.
 */
const out = [
  'src/main/adapters/model-openai/responses-item.ts',
  'src/main/adapters/model-openai/responses-reader.ts',
  'src/main/adapters/model-openai/answer-stream.ts',
  'src/main/core/conversation/turn.ts',
  'src/main/core/tools/shell.ts',
  'src/main/core/execution/command-action.ts',
  'src/main/core/execution/perform.ts',
  'src/main/core/execution/ask.ts',
  'src/main/core/approvals/approval-queue.ts',
  'src/main/core/conversation/session.ts',
  'src/main/core/conversation/session-record.ts',
  'src/main/adapters/store-jsonl/jsonl-store.ts',
  'src/main/core/notify/notices.ts',
  'src/main/hosts/bridge/bridge-server.ts',
  'src/main/hosts/bridge/push-queue.ts',
  'src/main/hosts/desktop/main-window.ts',
  'src/preload/index.ts',
  'src/renderer/lib/bridge.ts',
  'src/renderer/state/sync.ts',
  'src/renderer/state/apply-push.ts',
  'src/renderer/features/approvals/approval-dock.tsx',
  'src/renderer/features/approvals/approval-panel.tsx',
]

/** And the files that the answer passes, from the click to the running command. */
const back = [
  'src/renderer/features/approvals/allow-button.tsx',
  'src/renderer/features/approvals/use-panel.ts',
  'src/renderer/state/actions.ts',
  'src/renderer/lib/bridge.ts',
  'src/preload/index.ts',
  'src/main/hosts/desktop/answer-requests.ts',
  'src/main/hosts/bridge/bridge-server.ts',
  'src/main/core/approvals/approval-queue.ts',
  'src/main/core/execution/ask.ts',
  'src/main/core/execution/perform.ts',
  'src/main/core/execution/command-action.ts',
]

const limit = Error.stackTraceLimit
beforeEach(() => {
  Error.stackTraceLimit = 200
})
afterEach(() => {
  Error.stackTraceLimit = limit
})

/** The files of this program that are being gone through right now, the first first. */
function passing(): string[] {
  const lines = (new Error('here').stack ?? '').split('\n')
  const files = lines.flatMap((line) => /\/(src\/(?:main|renderer)\/[^:?)]+\.tsx?)/.exec(line)?.[1] ?? [])
  return files.reverse().filter((file, at, all) => file !== all[at - 1])
}

/** A command that the sandbox stops, asked about in a window and allowed there; what was gone through at each hand-over. */
async function played() {
  const model = fakeModel([calls({ id: 'c1', args: { command: ['touch', '/srv/x'] } }), says('done')])
  const sandbox = fakeSandbox([exited(1, [kernelWrite('/srv/x')]), exited(0)])
  const world = fakeEngine({ model, sandbox })
  const seen = {
    asked: [] as string[][],
    told: [] as string[][],
    answered: [] as string[][],
    ran: [] as string[][],
  }
  const { clock } = world
  const now = clock.now.bind(clock)
  let over = false
  clock.now = () => {
    const files = passing()
    if (
      files.some((file) => file.endsWith('/approval-queue.ts')) &&
      files.some((file) => file.endsWith('/session-record.ts'))
    )
      seen[over ? 'answered' : 'asked'].push(files)
    return now()
  }
  const run = sandbox.run.bind(sandbox)
  sandbox.run = (...given) => {
    if (over) seen.ran.push(passing())
    return run(...given)
  }
  const log = { info: () => undefined, error: () => undefined }
  const server = createBridgeServer({
    engine: world.engine,
    ...{ log, host: 'desktop', version: '1', platform: 'linux', home: '/home/me' },
    searchFiles: () => Promise.resolve([]),
    pickFolder: () => Promise.resolve({ kind: 'unsupported' }),
  })
  let listener: (push: unknown) => void = () => undefined
  const connection = server.connect((push: Push) => {
    seen.told.push(passing())
    listener(push)
    return Promise.resolve()
  })
  const bridge = createBridge({
    invoke: (channel, payload) => connection.handle(channel, payload),
    on: (given) => {
      listener = given
      return () => undefined
    },
  })
  world.engine.subscribe((notice) => {
    if (notice.kind === 'event' && notice.event.event.type === 'approval.requested') seen.told.push(passing())
  })
  const store = createAppStore()
  store.subscribe((state, before) => {
    if (!over && state.approvals !== before.approvals) seen.told.push(passing())
  })
  const sync = startSync(bridge, store)
  await sync.hello()
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'touch it')
  await expect.poll(() => Object.keys(store.getState().approvals)).toHaveLength(1)
  over = true
  const [id = ''] = Object.keys(store.getState().approvals)
  await createActions(bridge, store, sync, Date.now).decide(id, { kind: 'allow', offerId: 'only-this' })
  await world.until('turn.finished')
  connection.close()
  return seen
}

test.each([
  ['out', out, 22],
  ['back', back, 11],
])(
  'the way %s has few files, and no folder is left for another and come back to from there',
  (_way, files, most) => {
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
    expect(files.length).toBeLessThanOrEqual(most)
    const folders = files.map((file) => dirname(file)).filter((each, at, all) => each !== all[at - 1])
    const steps = folders.slice(1).map((folder, at) => `${folders[at] ?? ''} -> ${folder}`)
    const returns = folders.slice(1).map((folder, at) => `${folder} -> ${folders[at] ?? ''}`)
    expect(steps.filter((step) => returns.includes(step))).toEqual([])
  },
)

test('what is gone through from the call to the window is on the way, in its order', async () => {
  const { asked, told } = await played()
  // A tool that returns what its action comes to leaves no trace.
  expect(asked[0]).toEqual(out.slice(3, 11).filter((file) => !file.includes('/tools/')))
  const shown = [...new Set(told.flat())]
  expect(shown.filter((file) => !out.includes(file))).toEqual([])
  expect(shown).toEqual(
    expect.arrayContaining(
      ['push-queue.ts', 'session-record.ts', 'notices.ts'].map((name) =>
        out.find((file) => file.endsWith(name)),
      ),
    ),
  )
})

test('what is gone through from the answer to the run is on the way back', async () => {
  const { answered, ran } = await played()
  const decided = [...new Set(answered.flat())]
  const record = ['src/main/core/conversation/session.ts', 'src/main/core/conversation/session-record.ts']
  expect(decided.filter((file) => ![...back, ...record].includes(file))).toEqual([])
  const [action, loop] = ['command-action', 'perform'].map((name) => `src/main/core/execution/${name}.ts`)
  const keeping = 'src/main/core/execution/keep-for-undo.ts'
  expect(ran.map((files) => files.slice(-4))).toEqual([[loop, action, keeping, action]])
})
