import type { ManagedRules, ReadManagedRule } from '../../../../core/policy/managed-rules'

/** One of the machine's own rules in a line. */
export const managedLine = ({ name, says, commands, paths, hosts, where, reason }: ReadManagedRule): string =>
  [
    `${name}: ${says === 'deny' ? 'denied on this machine' : 'always asked about on this machine'}: ${[...(commands ?? []), ...(paths ?? []), ...(hosts ?? [])].join(', ') || 'everything'}`,
    ...(where ? [` in ${where.join(', ')}`] : []),
    ...(reason === undefined ? [] : [` (${reason})`]),
  ].join('')

/** The machine's own rules as other programs are told them. */
export const managedReport = ({ file, rules, problem }: ManagedRules) => ({
  file,
  rules: rules.map(({ named: _, ...rule }) => rule),
  problem: problem ?? null,
})
