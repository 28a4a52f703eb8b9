import type { EngineService } from '../engine-service'
import { WindowFace } from './frames'
import type { VisitorList } from './visitor-list'

type Shared = Pick<
  EngineService,
  | 'questions'
  | 'state'
  | 'subscribe'
  | 'pendingApproval'
  | 'decide'
  | 'checkRule'
  | 'viewAgain'
  | 'rehearse'
  | 'close'
>

/**
 * An engine as a window shows it: what waits, is told and is answered are its own requests and the visitors'. All else is the engine's, and
 * knows nothing of visitors: they have no session, no grant and no record there. `closing` ends the visitors' way in.
 */
export function withVisitors(
  engine: EngineService,
  visitors: VisitorList,
  closing: () => void,
): EngineService {
  const shared: Shared = {
    questions: {
      attend: () => {
        engine.questions.attend()
      },
      attendElsewhere: (look) => engine.questions.attendElsewhere(look),
      get: (id) => visitors.question(id) ?? engine.questions.get(id),
      answer: (id, answer, by) => {
        const face = WindowFace.safeParse(by).data
        return (face && visitors.answer(id, answer, face)) ?? engine.questions.answer(id, answer, by)
      },
    },
    async state() {
      const state = await engine.state()
      return {
        ...state,
        approvals: [...state.approvals, ...visitors.pending()],
        questions: [...state.questions, ...visitors.pendingQuestions()],
      }
    },
    subscribe(listener) {
      const ends = [engine.subscribe(listener), visitors.subscribe(listener)]
      return () => {
        for (const end of ends) end()
      }
    },
    pendingApproval: (id) => visitors.get(id) ?? engine.pendingApproval(id),
    decide: (id, decision, by) => {
      const face = WindowFace.safeParse(by).data
      return (face && visitors.decide(id, decision, face)) ?? engine.decide(id, decision, by)
    },
    checkRule: (id, rule) => visitors.checkRule(id, rule) ?? engine.checkRule(id, rule),
    viewAgain: (id) => visitors.prompt(id, 'view-again') ?? engine.viewAgain(id),
    rehearse: (id) => visitors.prompt(id, 'rehearse') ?? engine.rehearse(id),
    async close() {
      closing()
      visitors.close()
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
