import type { AgentEvent } from '@shared/domain/agent-event'

/** Two processes that run beyond their turn. */
export function staying(): AgentEvent[] {
  return [
    ['npm run dev -- --port 5173', 'bubblewrap'] as const,
    ['tail -f /var/log/syslog | rg reports', 'none'] as const,
  ].flatMap(([script, confinement], at): AgentEvent[] => {
    const callId = `stays-${String(at + 1)}`
    return [
      {
        type: 'command.started',
        callId,
        attempt: 1,
        command: ['bash', '-lc', script],
        cwd: '/home/me/src/reports',
        confinement,
        grants: [],
      },
      { type: 'command.kept', callId, processId: at + 1 },
      {
        type: 'command.output',
        callId,
        stream: 'stdout',
        text: at === 0 ? '  Local:   http://localhost:5173/\n' : '',
      },
    ]
  })
}
