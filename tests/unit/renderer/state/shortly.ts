import type { TranscriptItem } from '../../../../src/renderer/state/transcript-items'

/** The items in short, one word list each. */
export function shortly(item: TranscriptItem): string {
  switch (item.kind) {
    case 'user':
    case 'noted':
      return `${item.kind} ${item.text}`
    case 'assistant':
    case 'reasoning':
      return `${item.kind} ${item.text}${item.done ? '' : ' …'}`
    case 'command': {
      const attempts = item.attempts.map(
        ({ number, output, outcome, settled }) =>
          `${String(number)}:${output.text}:${outcome?.kind ?? (settled ? 'settled' : 'running')}`,
      )
      return ['command', ...attempts, item.request?.state, item.ended?.kind].filter(Boolean).join(' ')
    }
    case 'patch': {
      const attempts = item.attempts.map(
        ({ number, outcome, settled }) =>
          `${String(number)}:${outcome?.kind ?? (settled ? 'settled' : 'running')}`,
      )
      const words = ['patch', Object.keys(item.changes).join(','), ...attempts]
      return [...words, item.request?.state, item.ended?.kind].filter(Boolean).join(' ')
    }
    case 'review':
      return `review ${item.running ? '…' : String(item.output?.findings.length ?? 'broken')}`
    case 'agent':
      return `agent ${item.name} ${item.end?.outcome ?? 'working'}`
    case 'tool':
    case 'viewed':
      return item.kind === 'tool' ? `tool ${item.invocation.tool}` : item.label
    case 'searched':
      return `searched ${item.query}`
    case 'compacted':
    case 'turn-diff':
      return item.kind === 'compacted' ? item.summary : `diff ${item.unifiedDiff}`
    case 'plan':
    case 'rejected':
      return item.kind === 'plan' ? 'plan' : `rejected ${item.name}`
    case 'retrying':
      return `retrying ${String(item.attempt)}`
    case 'fault':
      return `fault ${item.fault.code}`
    case 'turn-ended':
      return item.outcome
    case 'asked':
      return `asked ${item.question.state}`
    case 'configured':
      return `configured ${item.model}`
  }
}
