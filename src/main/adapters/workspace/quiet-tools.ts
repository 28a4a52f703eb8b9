/**
 * What keeps a tool from looking for a newer one of itself, and from reporting how it is used. Where the network is asked about, each of these would be a
 * question about a host that no work needs, in every workspace anew (npm before every `npm test`). Decision 221.
 */
export const quietTools: Readonly<Record<string, string>> = {
  npm_config_update_notifier: 'false',
  NO_UPDATE_NOTIFIER: '1', // what asks by the package update-notifier
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  DENO_NO_UPDATE_CHECK: '1',
  GH_NO_UPDATE_NOTIFIER: '1',
  CHECKPOINT_DISABLE: '1', // Terraform, Prisma
  DO_NOT_TRACK: '1', // what keeps to consoledonottrack.com
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  GATSBY_TELEMETRY_DISABLED: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  YARN_ENABLE_TELEMETRY: '0',
  NG_CLI_ANALYTICS: 'false',
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
}
