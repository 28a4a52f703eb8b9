import type { AgentEvent } from '@shared/domain/agent-event'
import { expect, test } from 'vitest'
import { keepForUndo, type AboutToRun } from '../../../../../src/main/core/execution/keep-for-undo'
import { allow, type Permit } from '../../../../../src/main/core/policy/permit'
import type { PlaceToKeep } from '../../../../../src/main/core/preimages/preimages'
import type { CommandParts, TurnContext } from '../../../../../src/main/core/turn/turn-context'

const target = (access: string, path: string, realPath?: string) => ({
  access,
  path,
  ...(realPath && { realPath }),
})

/** Runs something under a permit: what was done in which order, what was kept, and what was told. */
async function run(
  permit: Permit,
  {
    reads = false,
    kept = true,
    writes,
  }: { reads?: boolean; kept?: boolean; writes?: readonly string[] } = {},
) {
  const order: string[] = []
  const told: AgentEvent[] = []
  let places: readonly PlaceToKeep[] = []
  const parts = {
    preimages: {
      keep: (wanted: { places: readonly PlaceToKeep[] }) => {
        order.push('keep')
        places = wanted.places
        return Promise.resolve({ id: 'k1', not: [] })
      },
      close: () => {
        order.push('close')
        return Promise.resolve(kept ? { id: 'k1', files: 2 } : undefined)
      },
    },
    assessments: {
      judge: () =>
        Promise.resolve({
          facts: {
            targets: [
              target('delete', '/opt/link', '/opt/real'),
              target('write', '/opt/other', '/srv/other'),
              target('read', '/opt/read'),
              target('write', '/work/in'),
            ],
          },
        }),
    },
  } as unknown as CommandParts
  const turn = {
    ...{ sessionId: 's1', cwd: '/work', signal: new AbortController().signal, reads },
    emit: (event: AgentEvent) => told.push(event),
  } as unknown as TurnContext
  const call = { callId: 'c1', command: ['rm', '-r', 'x'], cwd: '/work' }
  const about: AboutToRun = { call, permit, ...(writes && { writes }) }
  const done = await keepForUndo(about, turn, parts, () => {
    order.push('run')
    return Promise.resolve('done')
  })
  expect(done).toBe('done')
  return { order, places, told }
}

const undoable = { type: 'call.undoable', callId: 'c1', id: 'k1', files: 2, not: [] }
const whole = ['keep', 'run', 'close']

test('granted paths are kept before the run and noted after it, an entry with its neighbours', async () => {
  const grants = [
    { kind: 'write', path: '/opt/a', extent: 'tree' },
    { kind: 'write', path: '/opt/b', extent: 'entry' },
    { kind: 'host', host: 'x.example', port: 443 },
  ] as const
  expect(await run(allow('person-widened', grants))).toEqual({
    order: whole,
    places: [
      { path: '/opt/a', extent: 'tree' },
      { path: '/opt/b', extent: 'entry' },
    ],
    told: [undoable],
  })
})

test('without the sandbox what the facts say of places beyond the folder is kept: a link that goes itself, else where it leads', async () => {
  const { places } = await run(allow('person-unsandboxed'))
  expect(places.map(({ path }) => path)).toEqual(['/opt/link', '/srv/other'])
  const known = await run(allow('grant-unsandboxed'), { writes: ['/opt/patched', '/work/in'] })
  expect(known.places.map(({ path }) => path)).toEqual(['/opt/patched'])
})

test('what nobody was asked about, a review, and a run that changed nothing are told nothing of', async () => {
  expect((await run(allow('policy-sandboxed'))).order).toEqual(['run'])
  expect((await run(allow('policy-full-access'))).order).toEqual(['run'])
  expect((await run(allow('person-unsandboxed'), { reads: true })).order).toEqual(['run'])
  const { order, told } = await run(allow('person-unsandboxed'), { kept: false })
  expect([order, told]).toEqual([whole, []])
})
