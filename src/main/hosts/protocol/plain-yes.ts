import type { ApprovalRequest, Offer } from '@shared/domain/approval'

/**
 * The offer that the wire's `approved` stands for (decision 088): what the agent asked for where it asked to run without the
 * sandbox, the narrowest offer everywhere else. Undefined where nothing may be given: `approved` is then a no.
 */
export function plainYes({ stop, offers }: Pick<ApprovalRequest, 'stop' | 'offers'>): Offer | undefined {
  const given = offers.filter(({ scopes }) => scopes.includes('once'))
  const outside = stop.boundary === 'escalation' ? given.find(({ kind }) => kind === 'outside') : undefined
  return outside ?? given[0]
}
