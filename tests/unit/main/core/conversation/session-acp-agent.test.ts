import { expect, test } from 'vitest'
import type { Grant } from '@shared/domain/grant'
import type { AcpAgentPlace, AcpAgents } from '../../../../../src/main/core/acp-agents/acp-agent'
import { SessionAcpAgent } from '../../../../../src/main/core/conversation/session-acp-agent'
import { sampleSession } from '../../../../fakes/fake-engine'

const file: Grant = { kind: 'write', path: '/elsewhere/notes', extent: 'file' }

test('an agent of another maker is begun anew where it was given something, and again where that is taken back', async () => {
  const opened: AcpAgentPlace['grants'][] = []
  const agents: Pick<AcpAgents, 'open'> = {
    open: ({ grants }) => {
      opened.push([...grants])
      return Promise.resolve({
        name: 'Tester',
        conversation: 'kept',
        prompt: () => Promise.reject(new Error('not asked')),
        close: () => Promise.resolve(),
      })
    },
  }
  const agent = new SessionAcpAgent('test', agents as AcpAgents, {
    summary: sampleSession(),
    update: () => undefined,
  })
  await agent.open()
  agent.give([file])
  agent.answered.push(file)
  await agent.open()
  agent.takeBack()
  await agent.open()
  await agent.open()
  expect({ opened, answered: agent.answered }).toEqual({ opened: [[], [file], []], answered: [] })
})
