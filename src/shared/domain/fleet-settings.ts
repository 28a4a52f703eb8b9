import { z } from 'zod'
import { LentProvider, mostLent } from './lent-key'

/** The engine's program on another machine. */
export const engineName = z
  .string()
  .regex(
    /^(?:[A-Za-z0-9_][A-Za-z0-9._+-]*|\/[A-Za-z0-9._+@/-]+)$/,
    'a name or an absolute path of letters, digits and ". _ + - @ /"',
  )

/** A name as Kubernetes has them: RFC 1123, of one label or of several with dots. */
const label = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'a name as Kubernetes has them')
const subdomain = z
  .string()
  .max(253)
  .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/, 'a name as Kubernetes has them')

/**
 * One `[hosts.<name>]` table with `kind = "agent-sandbox"` (docs/hosts.md): sandboxes of a cluster, one made for each run. `context` is one of the
 * person's kubeconfig and always named: another one can become the current one at any time. `template` is a SandboxTemplate, or where the cluster has
 * none of these a PodTemplate. `folder` is where workspaces are put there.
 */
export const FleetSettings = z.strictObject({
  kind: z.literal('agent-sandbox'),
  context: z.string().regex(/^[^\p{Cc}]{1,500}$/u, 'a context of your kubeconfig'),
  namespace: label,
  template: subdomain,
  folder: z
    .string()
    .regex(/^(?:\/[A-Za-z0-9._+@-]+)+$/, 'an absolute path of letters, digits and ". _ + - @ /"')
    .refine((path) => !/\/\.{1,2}(?:\/|$)/.test(path), 'a path without ".."')
    .default('/workspace'),
  engine: engineName.default('countersign'),
  /** As of a host that is a command. */
  confinement: z.literal('container').optional(),
  /** As of a host that is a command. */
  lend_keys: z.array(LentProvider).max(mostLent).optional(),
  /** So long one may take to be ready. */
  ready_seconds: z.number().int().min(1).max(7200).default(300),
  /** So long nobody is connected with one before the cluster removes it. */
  idle_minutes: z.number().int().min(1).max(10_080).default(240),
  /** As of a host that is a command. What is ended leaves its sandbox, which the cluster removes by `idle_minutes`. */
  on_close: z.enum(['keep', 'end']).optional(),
  /** Whether windows show it; absent: they do. */
  window: z.boolean().optional(),
})
export type FleetSettings = z.infer<typeof FleetSettings>
