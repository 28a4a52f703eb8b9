import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import { createFactsReader } from '../../../src/main/adapters/facts-fs/facts-reader'
import { createReadLimits } from '../../../src/main/adapters/sandbox-linux/read-limits'
import { createShellTreeReader } from '../../../src/main/adapters/shell-parser/shell-tree-reader'
import { systemClock, systemIds } from '../../../src/main/adapters/system/clock'
import { createAssessor } from '../../../src/main/core/assessment/assessor'
import { createRequestAssessor } from '../../../src/main/core/assessment/request-assessor'
import { shellTool } from '../../../src/main/core/tools/shell'
import { noModels } from '../../fakes/request-assessor'
import { patchWorld } from '../patch/patch-world'

/** How each request is answered, by its number from 0; what is not there is denied. */
type Answers = readonly ((request: ApprovalRequest) => Decision)[]

/** A yes without the sandbox; something may happen before it is given. */
export const outside =
  (scope: 'once' | 'turn' | 'session' = 'once', before: () => void = () => undefined) =>
  (): Decision => {
    before()
    return { kind: 'allow', offerId: 'outside', scope }
  }
/** A yes to exactly what was missing. */
export const onlyThis =
  (scope: 'once' | 'session' = 'once', before: () => void = () => undefined) =>
  (): Decision => {
    before()
    return { kind: 'allow', offerId: 'only-this', scope }
  }

/** A session whose look-through reads real files, and the tool calls of its agent. */
export function openWorld(approvalPolicy: 'on-request' | 'on-failure' = 'on-request') {
  let answers: Answers = []
  let at = 0
  const world = patchWorld({
    name: 'cs-given-',
    approvalPolicy,
    answer: (request) => answers[at++]?.(request) ?? { kind: 'deny' },
  })
  const { base, workspace, parts, turn, asked } = world
  const limits = createReadLimits(
    { home: join(base, 'home'), engineHome: undefined, unreadable: [], readable: [] },
    false,
  )
  const assessments = createRequestAssessor({
    assessor: createAssessor({
      models: noModels,
      clock: systemClock,
      ids: systemIds,
      settings: { enabled: false, timeoutMs: 1000 },
    }),
    look: {
      reader: createFactsReader(limits),
      trees: createShellTreeReader(),
      home: join(base, 'home'),
      budget: { ms: 5000, entries: 1000 },
    },
    clock: systemClock,
    platform: 'linux',
  })
  const given = { ...parts, assessments }
  const call = async (command: readonly string[], more: object = {}): Promise<string> => {
    const args = { callId: 'c', arguments: JSON.stringify({ command, ...more }) }
    const { text } = await shellTool.run(args, turn, given)
    await given.sandbox.rest?.()
    return text
  }
  const put = (name: string, text: string): string => {
    const path = join(workspace, name)
    writeFileSync(path, text)
    return path
  }
  const escalated = { with_escalated_permissions: true, justification: 'it is needed' }
  return {
    ...world,
    grants: given.grants,
    put,
    call,
    escalate: (...command: string[]) => call(command, escalated),
    answerWith: (...next: Answers) => {
      answers = next
      at = 0
      asked.length = 0
    },
    reasons: () => asked.map(({ stop }) => stop.text),
  }
}
