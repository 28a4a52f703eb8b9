import type { EngineService } from '../engine/engine-service'

/** An engine of which these members are others' as well; all else is the engine's own, which does not know of them. */
export function besideEngine<Members extends object>(
  engine: EngineService,
  members: Members,
): EngineService & Members {
  // A copy of its members would lose what the class keeps private: what is not among these is looked up at the engine itself.
  return new Proxy(engine, {
    get(target, name) {
      if (Object.hasOwn(members, name)) return members[name as keyof Members]
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  }) as EngineService & Members
}
