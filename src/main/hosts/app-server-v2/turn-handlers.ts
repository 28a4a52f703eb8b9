import { toFault } from '@shared/domain/fault'
import type { ReviewTarget } from '@shared/domain/review'
import type { TurnOverrides } from '@shared/domain/session'
import type { UserInput } from '@shared/domain/user-input'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import type { EngineService } from '../../core/engine/engine-service'
import { machineHandlers, type MachineWorld } from '../app-server/machine-handlers'
import { errorCodes, RequestError } from '../app-server/request-error'
import { chosenModel, profiles } from './connection-handlers'
import type { RequestHandlers } from './protocol/client-requests'
import type { UserInputItem } from './protocol/items'
import type { turnRequests } from './protocol/turn-requests'
import { sandboxOf, approvalOf } from './sandbox-of'
import type { Threads } from './threads'
import { turnOf } from './turn-of'

/** What the requests about turns work with. */
export interface TurnWorld extends MachineWorld {
  readonly engine: EngineService
  readonly threads: Threads
}

/** The message as the engine takes it; pictures are checked there. A mention is text, as it is in a window. */
function inputOf(items: readonly UserInputItem[]): UserInput[] {
  return items.map((item) => {
    switch (item.type) {
      case 'text':
        return { type: 'text', text: item.text }
      case 'image':
        return { type: 'image', image_url: item.url }
      case 'localImage':
        return { type: 'local_image', path: item.path }
      case 'skill':
      case 'mention':
        return { type: 'text', text: `@${item.path}` }
    }
  })
}

type Target = Parameters<RequestHandlers['review/start']>[0]['target']

function reviewTarget(target: Target): ReviewTarget {
  switch (target.type) {
    case 'uncommittedChanges':
      return { kind: 'uncommitted' }
    case 'baseBranch':
      return { kind: 'branch', branch: target.branch }
    case 'commit':
      return { kind: 'commit', commit: target.sha }
    case 'custom':
      return { kind: 'custom', text: target.instructions }
  }
}

/** Why a message was not taken, in the words that clients of this protocol look for; it has none for an agent of another maker. */
function notSteered(error: unknown): RequestError | undefined {
  const { code, message, remedy = null, turnKind } = toFault(error)
  if (code === 'no-turn') return new RequestError('no active turn to steer; expected turn/start')
  if (code !== 'not-steerable' || turnKind === undefined || turnKind === 'guest') return undefined
  const codexErrorInfo = { activeTurnNotSteerable: { turnKind } }
  const data = { message, codexErrorInfo, additionalDetails: remedy }
  return new RequestError(message, errorCodes.invalid, data)
}

/** Answers the requests about turns and about this machine (docs/spec/app-server-v2.md). */
export function turnHandlers(
  world: () => Promise<TurnWorld>,
): Pick<RequestHandlers, keyof typeof turnRequests> {
  const machine = machineHandlers(world)
  return {
    'turn/start': async (params) => {
      const { engine, threads } = await world()
      const { threadId, input, permissions, sandboxPolicy: wire, model, ...others } = params
      const thread = threads.get(threadId)
      const named = permissions && sandboxPolicyForMode(profiles[permissions])
      const sandboxPolicy = wire ? sandboxOf(wire) : named
      const chosen = model === undefined ? {} : chosenModel(model, await engine.state())
      const approvalPolicy = approvalOf(others.approvalPolicy, thread.session.approvalPolicy)
      const wanted = Object.entries({ ...others, ...chosen, approvalPolicy, sandboxPolicy })
      const overrides: TurnOverrides = Object.fromEntries(wanted.filter(([, value]) => value !== undefined))
      return thread.behindAnswer(async () => {
        const { turnId } = await engine.startTurn(threadId, inputOf(input), overrides)
        return { turn: turnOf({ id: turnId }, 'notLoaded') }
      })
    },

    'turn/steer': async ({ threadId, input, expectedTurnId: turnId, clientUserMessageId: clientId }) => {
      const { engine, threads } = await world()
      const thread = threads.get(threadId)
      return thread.behindAnswer(() =>
        engine.steerTurn(threadId, inputOf(input), { turnId, clientId }).catch((error: unknown) => {
          const refused = notSteered(error)
          if (refused) throw refused
          throw error
        }),
      )
    },

    'turn/interrupt': async ({ threadId, turnId }) => {
      const { engine, threads } = await world()
      const thread = threads.get(threadId)
      const running = thread.runningTurn
      if (running && turnId !== '' && running.id !== turnId)
        throw new RequestError(`turn/interrupt: that turn does not run; expected ${running.id}`)
      return thread.behindAnswer(async () => {
        await engine.interruptTurn(threadId)
        return {}
      })
    },

    'review/start': async ({ threadId, target, delivery }) => {
      if (delivery === 'detached')
        throw new RequestError('review/start: a review is a turn of its thread; expected delivery "inline"')
      const { engine, threads } = await world()
      return threads.get(threadId).behindAnswer(async () => {
        const { turnId } = await engine.startReview(threadId, reviewTarget(target))
        return { turn: turnOf({ id: turnId }, 'notLoaded'), reviewThreadId: threadId }
      })
    },

    fuzzyFileSearch: async (params) => {
      const { files } = await machine.fuzzyFileSearch(params)
      return { files: files.map((file) => ({ ...file, match_type: 'file' })) }
    },
    gitDiffToRemote: machine.gitDiffToRemote,
  }
}
