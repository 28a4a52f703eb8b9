import { z } from 'zod'

/** A level that somebody gave: checks or model. */
export const AssessedLevel = z.enum(['low', 'medium', 'high'])
export type AssessedLevel = z.infer<typeof AssessedLevel>

/** `not-assessed` is a level of its own: it is never drawn, sorted or sent as low. */
export const RiskLevel = z.enum(['low', 'medium', 'high', 'not-assessed'])
export type RiskLevel = z.infer<typeof RiskLevel>

/** The wire's category names (docs/spec/assessment.md). */
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
