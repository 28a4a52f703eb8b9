import type { AgentEvent } from '@shared/domain/agent-event'
import type { RunPromise } from '@shared/domain/run-promise'

const folder = '/home/me/src/ci'
const promises: readonly RunPromise[] = [
  { by: 'rehearsal', watched: 'all', more: [], moreCount: 0, hosts: [] },
  {
    by: 'rehearsal',
    watched: 'part',
    more: [
      { path: `${folder}/dist/main\u202ejs.txt`, kind: 'created' },
      { path: '/home/me/.config/pi/settings.json', kind: 'changed' },
      { path: `${folder}/notes.md`, kind: 'deleted' },
    ],
    moreCount: 23,
    hosts: ['registry.npmjs.org:443'],
  },
  { by: 'facts', watched: 'named', more: [], moreCount: 0, hosts: [] },
]

/** Approved runs that did what was shown, more than that, and nothing else than what was named. */
export function promisedRuns(sessionId: string): AgentEvent[] {
  return promises.flatMap((promise, at): AgentEvent[] => {
    const callId = `${sessionId}-promise-${String(at)}`
    const output = { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 }
    return [
      {
        type: 'command.started',
        callId,
        attempt: 1,
        command: ['bash', '-lc', `npm run build -- --part ${String(at + 1)}`],
        cwd: folder,
        confinement: 'bubblewrap',
        grants: [],
      },
      {
        type: 'command.finished',
        callId,
        outcome: { kind: 'exited', exitCode: 0, durationMs: 900, output },
      },
      { type: 'command.compared', callId, promise, ...(at === 1 && { suspended: true as const }) },
    ]
  })
}
