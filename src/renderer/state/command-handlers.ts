import type { AppCommandId } from '@shared/domain/app-command'

/** What runs each command, for as long as the part of the page that can is there. */
export type CommandHandlers = Partial<Readonly<Record<AppCommandId, () => void>>>

/** The commands that can be run now: every part of the page says which it runs. */
export interface Commands {
  /** The part that said so last runs it. Returns how it takes its commands back. */
  register(handlers: CommandHandlers): () => void
  /** False when nothing runs it now. */
  run(id: AppCommandId): boolean
  /** As `run`; what is asked before the page stands is run when it does. */
  runOnceThere(id: AppCommandId): void
  available(): ReadonlySet<AppCommandId>
}

/** An empty list of commands for one window. The page stands when something runs 'palette.open'. */
export function createCommands(): Commands {
  let parts: readonly CommandHandlers[] = []
  let early: AppCommandId | undefined
  const run = (id: AppCommandId): boolean => {
    const handler = parts.findLast((part) => part[id] !== undefined)?.[id]
    handler?.()
    return handler !== undefined
  }
  const stands = (): boolean => parts.some((part) => part['palette.open'] !== undefined)
  return {
    run,
    register(handlers) {
      const before = stands()
      parts = [...parts, handlers]
      if (!before && stands() && early !== undefined) {
        const asked = early
        early = undefined
        // Its parts register one after the other, within one commit of the page.
        queueMicrotask(() => run(asked))
      }
      return () => {
        parts = parts.filter((part) => part !== handlers)
      }
    },
    runOnceThere(id) {
      if (stands()) run(id)
      else early = id
    },
    available: () => new Set(parts.flatMap((part) => Object.keys(part) as AppCommandId[])),
  }
}
