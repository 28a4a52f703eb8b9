import type { Floor } from '@shared/domain/facts'

/**
 * What a rehearsal contains, by the first part of a rule's id: changes of files, which are made on copies; code, which runs in the
 * sandbox; and the network, which there is none of.
 */
const contained = new Set([
  'code',
  'delete',
  'escape',
  'git',
  'harmless',
  'network',
  'packages',
  'persist',
  'project',
  'unknown',
  'unreadable',
  'write',
])
const ofDevices = /\.device$/

/**
 * The first rule with a high level whose harm a rehearsal would not contain: rights, services, the machine's own parts, its resources,
 * devices, and what would show secrets. What is not known is not contained. Undefined: it can be rehearsed unasked.
 */
export function notContained({ reasons }: Floor): string | undefined {
  return reasons.find(
    ({ level, rule }) =>
      level === 'high' && (!contained.has(rule.split('.')[0] ?? '') || ofDevices.test(rule)),
  )?.rule
}
