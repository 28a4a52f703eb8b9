import type { EngineService } from '../engine/engine-service'
import { WindowFace } from './frames'
import type { RemoteApprovals } from './remote-approvals'

type Shared = Pick<
  EngineService,
  | 'questions'
  | 'state'
  | 'subscribe'
  | 'pendingApproval'
  | 'decide'
  | 'checkRule'
  | 'viewAgain'
  | 'leavesOut'
  | 'rehearse'
  | 'close'
>

/**
 * An engine as a window shows it: what waits, is told and is answered are its own requests and the remote runs'. All else is the engine's, and
 * knows nothing of remote runs: they have no session, no grant and no record there. `closing` ends the remote runs' way in.
 */
export function withRemoteApprovals(
  engine: EngineService,
  remoteApprovals: RemoteApprovals,
  closing: () => void,
): EngineService {
  const shared: Shared = {
    questions: {
      attend: () => {
        engine.questions.attend()
      },
      attendElsewhere: (look) => engine.questions.attendElsewhere(look),
      get: (id) => remoteApprovals.question(id) ?? engine.questions.get(id),
      answer: (id, answer, by) => {
        const face = WindowFace.safeParse(by).data
        return (face && remoteApprovals.answer(id, answer, face)) ?? engine.questions.answer(id, answer, by)
      },
    },
    async state() {
      const state = await engine.state()
      return {
        ...state,
        approvals: [...state.approvals, ...remoteApprovals.pending()],
        questions: [...state.questions, ...remoteApprovals.pendingQuestions()],
      }
    },
    subscribe(listener) {
      const ends = [engine.subscribe(listener), remoteApprovals.subscribe(listener)]
      return () => {
        for (const end of ends) end()
      }
    },
    pendingApproval: (id) => remoteApprovals.get(id) ?? engine.pendingApproval(id),
    decide: (id, decision, by) => {
      const face = WindowFace.safeParse(by).data
      return (face && remoteApprovals.decide(id, decision, face)) ?? engine.decide(id, decision, by)
    },
    checkRule: (id, rule) => remoteApprovals.checkRule(id, rule) ?? engine.checkRule(id, rule),
    viewAgain: (id) => remoteApprovals.prompt(id, 'view-again') ?? engine.viewAgain(id),
    leavesOut: (id, who, some) => remoteApprovals.leavesOut(id, who, some) ?? engine.leavesOut(id, who, some),
    rehearse: (id) => remoteApprovals.prompt(id, 'rehearse') ?? engine.rehearse(id),
    async close() {
      closing()
      remoteApprovals.close()
      await engine.close()
    },
  }
  // A copy of its members would lose what the class keeps private: what is not shared is looked up at the engine itself.
  return new Proxy(engine, {
    get(target, name) {
      if (Object.hasOwn(shared, name)) return shared[name as keyof Shared]
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}
