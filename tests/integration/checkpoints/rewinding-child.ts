import { rewindingIn, sessionIn } from './rewinding'

/** Rewinds a session to before its turn 1 in a process of its own, which is killed somewhere in it, or kills itself beside the record. */
const [base = '', nth = '', die = ''] = process.argv.slice(2)
const { kept, store } = rewindingIn(base)
const session = sessionIn(base, Number(nth))
const kill = (): void => {
  process.kill(process.pid, 'SIGKILL')
}
process.stdout.write('go\n')
await kept.rewind(
  { sessionId: session.id, cwd: session.cwd },
  { turnNumber: 1, acts: 1, sinceToo: false },
  {
    rewind: `rewind-${nth}`,
    commit: async (files) => {
      if (die === 'before') kill()
      const counts = { turnNumber: 1, lastTurn: 2, turns: 2, messages: 2 }
      const event = { type: 'session.rewound', id: `rewind-${nth}`, ...counts, files } as const
      await store.append(session, [{ type: 'event', at: session.createdAt, event }])
      if (die === 'after') kill()
    },
  },
)
process.exit(0)
