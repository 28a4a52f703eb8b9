import type { EngineService } from '../engine/engine-service'
import type { BroughtBack } from './fleet/fleet-results'
import type { WindowHosts } from './window-hosts'

/** An engine that a window shows; with `hosts` those on other machines stand beside it, and `results` brings work of a fleet's sandboxes here. */
export type ShownEngine = EngineService & { readonly hosts?: WindowHosts; readonly results?: BroughtBack }

type Shared = Pick<
  ShownEngine,
  'state' | 'subscribe' | 'pendingApproval' | 'decide' | 'leavesOut' | 'hosts' | 'results' | 'close'
>

/**
 * An engine as a window shows it: beside what is known, told and waits here stands what is so on the hosts, under ids that name them. All else is
 * the engine's, which knows nothing of hosts; what a window asks of one goes by `hosts`. `closing` is called before the hosts are left.
 */
export function withHosts(
  engine: EngineService,
  { hosts, results }: { readonly hosts: WindowHosts; readonly results?: BroughtBack },
  closing: () => void,
): ShownEngine {
  const shared: Shared = {
    hosts,
    ...(results && { results }),
    async state() {
      const state = await engine.state()
      const { sessions, approvals, questions } = hosts.known()
      return {
        ...state,
        sessions: [...state.sessions, ...sessions],
        approvals: [...state.approvals, ...approvals],
        questions: [...state.questions, ...questions],
      }
    },
    subscribe(listener) {
      const ends = [engine.subscribe(listener), hosts.subscribe(listener)]
      return () => {
        for (const end of ends) end()
      }
    },
    pendingApproval: (id) =>
      engine.pendingApproval(id) ?? hosts.known().approvals.find((each) => each.id === id),
    decide: (id, decision, by) => hosts.decide(id, decision) ?? engine.decide(id, decision, by),
    leavesOut: (id, who, some) => hosts.leavesOut(id, who, some) ?? engine.leavesOut(id, who, some),
    async close() {
      closing()
      results?.close()
      await Promise.all([hosts.close(), engine.close()])
    },
  }
  return new Proxy(engine, {
    get(target, name) {
      if (Object.hasOwn(shared, name)) return shared[name as keyof Shared]
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}
