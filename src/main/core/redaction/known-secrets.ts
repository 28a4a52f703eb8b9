import type { ConfigFile } from '@shared/domain/settings'

const secretName = /key|token|secret|passw|credential|auth|cookie|session_id/i

/** A path, by the folder that it begins with: a key in base64 may begin with `/` as well. */
const path =
  /^\/(Applications|Library|System|Users|Volumes|app|bin|boot|builds?|data|dev|etc|home|lib(32|64)?|media|mnt|nix|opt|private|proc|root|run|sbin|secrets|snap|srv|sys|tmp|usr|var|workspaces?)(\/|$)/

/** Whether a variable holds a secret, by its name. Paths that variables hold are none. */
export const holdsSecret = ([name, value]: readonly [name: string, value: string]): boolean =>
  secretName.test(name) && !path.test(value)

/** Variables that headers take values from without a secret in them. */
const ordinary: ReadonlySet<string> = new Set([
  'HOME',
  'HOSTNAME',
  'LANG',
  'LOGNAME',
  'PATH',
  'PWD',
  'SHELL',
  'USER',
])

function namedVariables({ model_providers, mcp_servers = {}, agents = {} }: ConfigFile): readonly string[] {
  return [
    ...Object.values(model_providers).flatMap((each) => [
      each.env_key ?? '',
      ...Object.values(each.env_http_headers ?? {}),
    ]),
    ...Object.values(mcp_servers).flatMap((each) => [
      each.bearer_token_env_var ?? '',
      ...Object.values(each.env_http_headers ?? {}),
      ...(each.env_vars ?? []),
    ]),
    ...Object.values(agents).flatMap((each) => each.env_vars ?? []),
  ]
}

/** The environment variables that the configuration takes keys and headers for model providers, MCP servers and agents from. */
export function keyVariables(config: ConfigFile): readonly string[] {
  return namedVariables(config).filter((name) => name !== '' && !ordinary.has(name))
}

/**
 * The values that must not be told: those of environment variables with a secret's name or that the configuration names
 * as holding one, and every configured header and query value. Paths that variables hold are no secrets.
 */
export function knownSecrets(
  config: ConfigFile,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const providers = Object.values(config.model_providers)
  const servers = Object.values(config.mcp_servers ?? {})
  const named = new Set(namedVariables(config))
  const fromEnvironment = Object.entries(env).flatMap(([name, value = '']) =>
    named.has(name) || holdsSecret([name, value]) ? [value] : [],
  )
  const exporter = config.otel?.exporter
  const reported =
    typeof exporter === 'object' && 'otlp-http' in exporter ? exporter['otlp-http'].headers : {}
  return [
    ...fromEnvironment,
    ...providers.flatMap((each) => [
      ...(each.experimental_bearer_token === undefined ? [] : [each.experimental_bearer_token]),
      ...Object.values(each.http_headers ?? {}),
      ...Object.values(each.query_params ?? {}),
    ]),
    ...servers.flatMap(({ http_headers = {}, env: given = {} }) => [
      ...Object.values(http_headers),
      ...Object.entries(given).flatMap(([name, value]) => (secretName.test(name) ? [value] : [])),
    ]),
    ...Object.values(config.agents ?? {}).flatMap(({ env: given = {} }) =>
      Object.entries(given).flatMap(([name, value]) => (secretName.test(name) ? [value] : [])),
    ),
    ...Object.values(reported),
  ].flatMap((value) => [value, value.replace(/^(?:Bearer|Basic)\s+/i, '')])
}
