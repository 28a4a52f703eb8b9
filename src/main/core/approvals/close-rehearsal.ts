import type { RehearsedChange, RequestRehearsal } from '@shared/domain/request-rehearsal'

/** So many changes and limits of a rehearsal are kept in the record of a request. */
const mostKept = 200

const withoutText = ({ diff: _diff, ...change }: RehearsedChange): RehearsedChange => change

/**
 * What the record of a request keeps of its rehearsal: what was shown would change, without any text of files and without what the
 * command printed. Undefined for one that never came to anything.
 */
export function closeRehearsal(rehearsal: RequestRehearsal): RequestRehearsal | undefined {
  if (rehearsal.state !== 'found') return undefined
  const { changes, limits, moreLimits, ...found } = rehearsal.found
  return {
    state: 'found',
    found: {
      ...found,
      changes: changes.slice(0, mostKept).map(withoutText),
      limits: limits.slice(0, mostKept),
      moreLimits: moreLimits + Math.max(0, limits.length - mostKept),
      output: '',
    },
  }
}
