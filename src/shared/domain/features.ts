/**
 * How settled a feature is. `planned` is read, warns, and does nothing yet; `deprecated` still works and warns; `removed` is
 * read without error, warns, and does nothing.
 */
export const featureStages = ['stable', 'beta', 'experimental', 'planned', 'deprecated', 'removed'] as const
export type FeatureStage = (typeof featureStages)[number]

/** One switch of `[features]`. `legacy` are older places of it, dotted; a key in [features] goes before them. */
export interface Feature {
  readonly name: string
  readonly stage: FeatureStage
  readonly enabled: boolean
  readonly what: string
  readonly legacy: readonly string[]
}

/**
 * Every feature there is or was: the reference system's seven with its older names for them, and our own. `enabled` is what it is when
 * nothing is configured. A new one is a row here and a key in settings.ts.
 */
export const featureRegistry = [
  {
    name: 'sandbox_command_assessment',
    stage: 'stable',
    enabled: true,
    what: 'asks a model about each approval, beside the checked facts and the floor',
    legacy: ['features.experimental_sandbox_command_assessment', 'experimental_sandbox_command_assessment'],
  },
  {
    name: 'sub_agents',
    stage: 'stable',
    enabled: true,
    what: 'lets an agent start other agents, which work beside it under the same limits',
    legacy: [],
  },
  {
    name: 'unified_exec',
    stage: 'stable',
    enabled: true,
    what: 'lets the agent keep programs running beyond a call and write to them',
    legacy: [
      'experimental_use_unified_exec_tool',
      'experimental_use_exec_command_tool',
      'features.streamable_shell',
    ],
  },
  {
    name: 'view_image_tool',
    stage: 'stable',
    enabled: true,
    what: 'lets the agent look at pictures of this machine that it may read',
    legacy: ['include_view_image_tool', 'tools_view_image', 'tools.view_image'],
  },
  {
    name: 'web_search_request',
    stage: 'stable',
    enabled: false,
    what: 'lets the model search the web at its provider, where that offers it; what it asks for leaves this machine',
    legacy: ['features.web_search', 'tools_web_search', 'tools.web_search'],
  },
  {
    name: 'apply_patch_freeform',
    stage: 'beta',
    enabled: false,
    what: 'takes patches as plain text in place of JSON, from models that write them so; on by itself for the codex models',
    legacy: ['experimental_use_freeform_apply_patch', 'include_apply_patch_tool'],
  },
  {
    name: 'default_mode_request_user_input',
    stage: 'experimental',
    enabled: false,
    what: 'lets the agent ask questions in the middle of a turn, where a window or a client can show them',
    legacy: [],
  },
  {
    name: 'ghost_commit',
    stage: 'planned',
    enabled: false,
    what: 'keeps the state of the workspace before each turn, to go back to',
    legacy: [],
  },
  {
    name: 'rmcp_client',
    stage: 'removed',
    enabled: true,
    what: 'connects to MCP servers over HTTP, with a sign-in where they ask for one; always so here',
    legacy: ['experimental_use_rmcp_client'],
  },
] as const satisfies readonly Feature[]

/** The name of a feature, as it stands in [features]. */
export type FeatureName = (typeof featureRegistry)[number]['name']

/** What a configuration says of features; what is absent is as the registry has it. */
export type FeatureChoices = Readonly<Partial<Record<FeatureName, boolean | undefined>>>

/** Whether a feature is on. */
export function featureOn(name: FeatureName, choices: FeatureChoices = {}): boolean {
  return choices[name] ?? featureRegistry.some((each) => each.name === name && each.enabled)
}
