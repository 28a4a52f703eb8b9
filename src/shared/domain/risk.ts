import { z } from 'zod'

/** A level that somebody gave: rails or model. */
export const AssessedLevel = z.enum(['low', 'medium', 'high'])
export type AssessedLevel = z.infer<typeof AssessedLevel>

/** `not-assessed` is a level of its own: it is never drawn, sorted or sent as low (product.md, duty 3). */
export const RiskLevel = z.enum(['low', 'medium', 'high', 'not-assessed'])
export type RiskLevel = z.infer<typeof RiskLevel>

/** The wire's category names (semantics §1.1). */
export const RiskCategory = z.enum([
  'data_deletion',
  'data_exfiltration',
  'privilege_escalation',
  'system_modification',
  'network_access',
  'resource_exhaustion',
  'compliance',
])
export type RiskCategory = z.infer<typeof RiskCategory>
