import { builtInProviders, usualProvider } from '@shared/domain/model-presets'
import type { ConfigFile } from '@shared/domain/settings'
import { isAbsolute } from 'node:path'
import { didYouMean, oneOf, tableName, type ConfigIssue } from './explain-issue'

/** What is wrong although every value has its right form: references, and combinations that cannot work. */
export function checkConfig(config: ConfigFile): ConfigIssue[] {
  return [
    ...providerIssues(config),
    ...addressIssues(config),
    ...headerIssues(config),
    ...rootIssues(config),
    ...serverIssues(config),
    ...variableIssues(config),
  ]
}

function providerIssues({
  model,
  model_provider: chosen,
  model_providers: tables,
}: ConfigFile): ConfigIssue[] {
  const issues: ConfigIssue[] = []
  if (Object.hasOwn(tables, 'demo'))
    issues.push({
      path: ['model_providers', 'demo'],
      what: 'the provider "demo" is built in and cannot be redefined',
      expected: 'another name',
    })
  if (chosen === undefined) return issues
  const known = [...new Set([...builtInProviders.map(({ id }) => id), 'demo', ...Object.keys(tables)])]
  if (!known.includes(chosen))
    issues.push({
      path: ['model_provider'],
      what: `model_provider is ${JSON.stringify(chosen)}, which is not defined${didYouMean(chosen, known)}`,
      expected: `${oneOf(known)}, or a table ${tableName(['model_providers', chosen])}`,
    })
  else if (model === undefined && chosen !== 'demo' && chosen !== usualProvider)
    issues.push({
      path: ['model_provider'],
      what: `model_provider is ${JSON.stringify(chosen)}, but no model is named`,
      expected: 'a line such as model = "name"',
    })
  return issues
}

function addressIssues(config: ConfigFile): ConfigIssue[] {
  const { model_providers: tables, mcp_servers: servers = {}, openai_base_url: openai } = config
  const addresses: (readonly string[])[] = [
    ...(openai === undefined ? [] : [['openai_base_url', openai]]),
    ...Object.entries(tables).map(
      ([id, { base_url }]) => ['model_providers', id, 'base_url', base_url] as const,
    ),
    ...Object.entries(servers).flatMap(([id, { url }]) =>
      url === undefined ? [] : [['mcp_servers', id, 'url', url] as const],
    ),
  ]
  return addresses.flatMap((place) => {
    const [path, key = ''] = [place.slice(0, -1), place.at(-2)]
    const { username, password } = new URL(place.at(-1) ?? '')
    if (username === '' && password === '') return []
    const variable = key === 'url' ? 'bearer_token_env_var' : 'env_key'
    return [
      {
        path,
        what: `${key} holds a user name or a password`,
        expected:
          path.length === 1
            ? 'an address without them, and the key in OPENAI_API_KEY'
            : `an address without them, and the key in the variable that ${variable} names`,
      },
    ]
  })
}

/** Headers that carry a key, whatever the server. */
const keyHeaders = new Set(['authorization', 'proxy-authorization', 'api-key', 'x-api-key', 'x-goog-api-key'])

function headerIssues({ model_providers: tables, mcp_servers: servers = {} }: ConfigFile): ConfigIssue[] {
  const all = [
    ...Object.entries(tables).map(([id, table]) => ['model_providers', id, table] as const),
    ...Object.entries(servers).map(([id, table]) => ['mcp_servers', id, table] as const),
  ]
  return all.flatMap(([table, id, { http_headers }]) =>
    Object.keys(http_headers ?? {})
      .filter((name) => keyHeaders.has(name.toLowerCase()))
      .map((name) => ({
        path: [table, id, 'http_headers', name],
        what: `http_headers holds a key in ${JSON.stringify(name)}`,
        expected: `env_http_headers = { ${JSON.stringify(name)} = "NAME_OF_A_VARIABLE" }`,
      })),
  )
}

function rootIssues({ sandbox_workspace_write: workspace }: ConfigFile): ConfigIssue[] {
  return (workspace?.writable_roots ?? []).flatMap((root, index) =>
    isAbsolute(root)
      ? []
      : [
          {
            path: ['sandbox_workspace_write', 'writable_roots', index],
            what: `element ${index + 1} of writable_roots is ${JSON.stringify(root)}`,
            expected: 'an absolute path, or one that begins with ~/',
          },
        ],
  )
}

const forPrograms = ['args', 'env', 'env_vars', 'cwd'] as const
const forAddresses = ['bearer_token_env_var', 'http_headers', 'env_http_headers'] as const

function serverIssues({ mcp_servers: servers = {} }: ConfigFile): ConfigIssue[] {
  return Object.entries(servers).flatMap(([id, server]) => {
    const path = ['mcp_servers', id]
    const { command, url } = server
    if ((command === undefined) === (url === undefined))
      return [
        {
          path,
          what: `${tableName(path)} has ${command === undefined ? 'neither command nor url' : 'both command and url'}`,
          expected:
            'command = "program" for one that is started, or url = "https://…" for one that is reached',
        },
      ]
    const other = command === undefined ? forPrograms : forAddresses
    return other
      .filter((key) => server[key] !== undefined)
      .map((key) => ({
        path: [...path, key],
        what: `${key} means nothing beside ${command === undefined ? 'url' : 'command'}`,
        expected: `${key} in a server with ${command === undefined ? 'command' : 'url'}`,
      }))
  })
}

/** Variables that start other code in every program, and the engine's own. */
const loaders =
  /^(LD_(PRELOAD|AUDIT|LIBRARY_PATH)|DYLD_.*|NODE_OPTIONS|BASH_ENV|ENV|COUNTERSIGN_.*|ELECTRON_.*)$/i

function variableIssues({ shell_environment_policy: policy }: ConfigFile): ConfigIssue[] {
  return Object.keys(policy?.set ?? {})
    .filter((name) => loaders.test(name))
    .map((name) => ({
      path: ['shell_environment_policy', 'set', name],
      what: `shell_environment_policy.set names ${name}, which changes how every program starts`,
      expected: 'other variables, or that one in the command itself',
    }))
}
