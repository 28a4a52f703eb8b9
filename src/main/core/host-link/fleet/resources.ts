import { z } from 'zod'

/** Kinds as `kubectl` takes them, in whichever version the cluster prefers. */
export const kinds = {
  claim: 'sandboxclaims.extensions.agents.x-k8s.io',
  template: 'sandboxtemplates.extensions.agents.x-k8s.io',
  pool: 'sandboxwarmpools.extensions.agents.x-k8s.io',
  sandbox: 'sandboxes.agents.x-k8s.io',
  podTemplate: 'podtemplates',
} as const

/**
 * What our objects are marked with. `owner`: whose of them; an annotation that begins with `runs` says until when a run counts as connected, and `base`
 * which commit the work began as: a pod has no right to change either.
 */
export const marks = {
  owner: 'countersign.invalid/owner',
  runs: 'countersign.invalid/run-',
  base: 'countersign.invalid/base',
  managedBy: 'app.kubernetes.io/managed-by',
} as const

/** A commit, whole. */
export const commitForm = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** Where a Sandbox says which pod is its own, when that has another name (agent-sandbox, api/v1beta1). */
export const podAnnotation = 'agents.x-k8s.io/pod-name'

/** A name of Kubernetes: what comes as one and is none is not used. */
export const ObjectName = z.string().regex(/^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/)

const texts = z.record(z.string().max(500), z.string()).optional()

const Metadata = z.object({
  name: ObjectName,
  labels: texts,
  annotations: texts,
  creationTimestamp: z.string().max(100).optional(),
  deletionTimestamp: z.string().max(100).optional(),
})

const Condition = z.object({
  type: z.string().max(400),
  status: z.string().max(40),
  // As Kubernetes has it; anything else is none, since it is said in a sentence.
  reason: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_,:]{0,199}$/)
    .optional()
    .catch(undefined),
  message: z.string().max(40_000).optional(),
})
type Condition = z.infer<typeof Condition>

const lifecycle = z.object({ shutdownTime: z.string().max(100).optional() }).optional()

/** A SandboxClaim or a Sandbox, as far as it is looked at: v1alpha1 and v1beta1 say this alike. */
export const Claim = z.object({
  metadata: Metadata,
  spec: z.object({ lifecycle, shutdownTime: z.string().max(100).optional() }).optional(),
  status: z
    .object({
      conditions: z.array(Condition).max(100).optional(),
      sandbox: z.object({ name: z.union([ObjectName, z.literal('')]).optional() }).optional(),
    })
    .optional(),
})
export type Claim = z.infer<typeof Claim>

/** A SandboxTemplate, by its version alone. */
export const Template = z.object({
  apiVersion: z.string().regex(/^[a-z0-9.-]{1,200}\/v[0-9a-z]{1,20}$/),
  metadata: Metadata,
})

/** The pools of a namespace. */
export const Pools = z.object({
  items: z
    .array(
      z.object({
        metadata: Metadata,
        spec: z.object({
          replicas: z.number().optional(),
          sandboxTemplateRef: z.object({ name: z.string() }).optional(),
        }),
        status: z.object({ readyReplicas: z.number().optional() }).optional(),
      }),
    )
    .max(2000),
})

/** Claims or sandboxes of a namespace. */
export const Claims = z.object({ items: z.array(Claim).max(2000) })

/** A PodTemplate of Kubernetes itself: what a Sandbox is made from where there are no SandboxTemplates. */
export const PodTemplate = z.object({
  template: z.object({
    metadata: z.object({ labels: texts, annotations: texts }).optional(),
    spec: z.record(z.string(), z.unknown()),
  }),
})

/** The same as a type. */
export type PodTemplate = z.infer<typeof PodTemplate>

/** What is said of whether it can be worked in; undefined: nothing yet. */
export const readyOf = ({ status }: Claim): Condition | undefined =>
  status?.conditions?.find(({ type }) => type === 'Ready')

/** What no waiting changes (agent-sandbox, extensions/controllers/sandboxclaim_controller.go). */
export const lastingReasons: ReadonlySet<string> = new Set([
  'InvalidMetadata',
  'EnvVarsInjectionRejected',
  'VolumeClaimTemplatesError',
  'ClaimExpired',
  'SandboxExpired',
  'PodFailed',
  'PodSucceeded',
])

/** When the cluster removes it; undefined: never, or it cannot be read. */
export function endsAt({ spec }: Claim): number | undefined {
  const at = Date.parse(spec?.lifecycle?.shutdownTime ?? spec?.shutdownTime ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** Until when some run counts as connected with it. */
export function heldUntil({ metadata }: Claim): number {
  const until = Object.entries(metadata.annotations ?? {}).flatMap(([key, value]) =>
    key.startsWith(marks.runs) ? [Date.parse(value)] : [],
  )
  return Math.max(0, ...until.filter((at) => !Number.isNaN(at)))
}

/** A time as Kubernetes takes it. */
export const timeText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`
