import { builtInProviders } from '@shared/domain/model-presets'
import type { ConfigFile } from '@shared/domain/settings'
import { isAbsolute } from 'node:path'
import { didYouMean, oneOf, tableName, type ConfigIssue } from './explain-issue'

/** What is wrong although every value has its right form: references, and combinations that cannot work. */
export function checkConfig(config: ConfigFile): ConfigIssue[] {
  return [...providerIssues(config), ...addressIssues(config), ...headerIssues(config), ...rootIssues(config)]
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
  else if (model === undefined && chosen !== 'demo')
    issues.push({
      path: ['model_provider'],
      what: `model_provider is ${JSON.stringify(chosen)}, but no model is named`,
      expected: 'a line such as model = "name"',
    })
  return issues
}

function addressIssues({ model_providers: tables }: ConfigFile): ConfigIssue[] {
  return Object.entries(tables).flatMap(([id, { base_url }]) => {
    const { username, password } = new URL(base_url)
    if (username === '' && password === '') return []
    return [
      {
        path: ['model_providers', id, 'base_url'],
        what: 'base_url holds a user name or a password',
        expected: 'an address without them, and the key in the variable that env_key names',
      },
    ]
  })
}

/** Headers that carry a key, whatever the server. */
const keyHeaders = new Set(['authorization', 'proxy-authorization', 'api-key', 'x-api-key', 'x-goog-api-key'])

function headerIssues({ model_providers: tables }: ConfigFile): ConfigIssue[] {
  return Object.entries(tables).flatMap(([id, { http_headers }]) =>
    Object.keys(http_headers ?? {})
      .filter((name) => keyHeaders.has(name.toLowerCase()))
      .map((name) => ({
        path: ['model_providers', id, 'http_headers', name],
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
