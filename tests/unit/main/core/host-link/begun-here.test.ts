import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import { contract } from '@shared/ipc/contract'
import { BegunHere } from '../../../../../src/main/core/host-link/begun-here'
import { sampleEvent, sampleSession } from '../../../../fakes/fake-engine'

const size = { columns: 80, rows: 24 }
const turn = { sessionId: 's1', text: 'go' }
const kept = (callId: string): AgentEvent => ({ type: 'command.kept', callId, processId: 1 })

/** What is asked of the host when the window closes. */
async function asked(begun: BegunHere): Promise<readonly unknown[]> {
  const all: unknown[] = []
  await begun.end((...one) => {
    all.push(one)
    return Promise.resolve()
  })
  return all
}

test.each([[{}], [{ begun: true }], [{ begun: false, run: 2 }]])(
  'of a terminal of which a host says %j nothing was begun here, and what an engine of another build answers is none that breaks the form',
  async (answer) => {
    expect(contract['terminal.open'].response.parse(answer)).toEqual(answer)
    const begun = new BegunHere()
    begun.asked('terminal.open', { sessionId: 's1', ...size }, Promise.resolve(answer))
    expect(await asked(begun)).toEqual([])
  },
)

test('a turn whose end was never told is named when it is ended, and what another turn of that session keeps is not this window’s', async () => {
  const begun = new BegunHere()
  begun.asked('turn.start', turn, Promise.resolve({ turnId: 't1' }))
  await Promise.resolve()
  await Promise.resolve()
  begun.follow({ ...sampleEvent(1, kept('own')), sessionId: 's1' })
  begun.settle([sampleSession({ id: 's1', status: 'running' })])
  begun.follow({ ...sampleEvent(2, kept('another’s')), sessionId: 's1' })
  expect(await asked(begun)).toEqual([
    ['turn.interrupt', { sessionId: 's1', turnId: 't1' }],
    ['process.stop', { sessionId: 's1', callId: 'own' }],
  ])
})
