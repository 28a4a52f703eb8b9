import { offerInWords } from '@shared/messages/offer'
import { stopInWords } from '@shared/messages/stop'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import type { CommandParts } from '../../../src/main/core/turn/turn-context'
import { shellTool } from '../../../src/main/core/tools/shell'
import { diskRequestAssessor } from '../../fakes/request-assessor'
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
  (scope: 'once' | 'session' | 'rule' = 'once', before: () => void = () => undefined) =>
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
  const assessments = diskRequestAssessor(join(base, 'home'))
  const given = { ...parts, assessments }
  const callWith = async (
    own: Partial<CommandParts>,
    command: readonly string[],
    more: object = {},
  ): Promise<string> => {
    const args = { callId: 'c', arguments: JSON.stringify({ command, ...more }) }
    const { text } = await shellTool.run(args, turn, { ...given, ...own })
    await given.sandbox.rest?.()
    return text
  }
  const call = (command: readonly string[], more?: object): Promise<string> => callWith({}, command, more)
  const put = (name: string, text: string): string => {
    const path = join(workspace, name)
    writeFileSync(path, text)
    return path
  }
  const escalated = { with_escalated_permissions: true, justification: 'it is needed' }
  return {
    ...world,
    grants: given.grants,
    assessments,
    /** As after another start of the engine. */
    forget: () => {
      assessments.forget(turn.sessionId)
    },
    put,
    call,
    /** The same with other parts of the world. */
    callWith,
    escalate: (...command: string[]) => call(command, escalated),
    escalateWith: (own: Partial<CommandParts>, ...command: string[]) => callWith(own, command, escalated),
    answerWith: (...next: Answers) => {
      answers = next
      at = 0
      asked.length = 0
    },
    /** What the first offer of a request means. */
    offered: (number: number) => {
      const request = asked[number]
      const [offer] = request?.offers ?? []
      return request && offer && offerInWords(offer, request)
    },
    reasons: () => asked.map(({ stop, naming }) => stopInWords(stop, naming)),
  }
}
