import type { z } from 'zod'
import { GranularSwitches, NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { NotificationKind } from '@shared/domain/settings'
import { schemaKeys } from './schema-keys'

/** One thing wrong at a path of the configuration, in words. */
export interface ConfigIssue {
  readonly path: readonly PropertyKey[]
  readonly what: string
  readonly expected: string
}

type SchemaIssue = z.core.$ZodIssue

/** What the schema found, in words for a person; `root` is the parsed document. One issue per unknown key. */
export function explainIssue(issue: SchemaIssue, root: unknown): ConfigIssue[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key))
  if (issue.code === 'invalid_key')
    return [
      {
        path,
        what: `${tableName(path)} has a name that cannot be used`,
        expected: issue.issues[0]?.message ?? 'another name',
      },
    ]
  const value = valueAt(root, path)
  const name = String(path.at(-1) ?? 'the file')
  if (value === undefined)
    return [
      { path, what: `${name} is missing in ${tableName(path.slice(0, -1))}`, expected: example(issue, name) },
    ]
  if (isHeader(path)) return [{ path, what: `${name} in ${String(path[2])} is not valid`, expected: headers }]
  if (/^(?:mcp_servers|agents)$/.test(String(path[0])) && path[2] === 'env' && path.length > 3)
    return [
      {
        path,
        what: `${name} in env is not valid`,
        expected: 'the name of a variable, and its value as text',
      },
    ]
  if (isVariable(path) && typeof value === 'string')
    return [{ path, what: `${elementName(path)} is not valid`, expected: variables }]
  return [{ path, what: `${elementName(path)} is ${shown(value, name)}`, expected: example(issue, name) }]
}

const headers =
  'a header with a value in ASCII, or with the name of an environment variable in env_http_headers'

/** Headers may hold a key, so that nothing of their values is repeated. */
function isHeader(path: readonly PropertyKey[]): boolean {
  return (
    /^(?:model_providers|mcp_servers)$/.test(String(path[0])) &&
    /^(?:env_)?http_headers$/.test(String(path[2])) &&
    path.length > 3
  )
}

const variables = 'the name of an environment variable such as "DATABASE_URL" or "ACME_*", without its value'

/** What follows a `=` may be the very secret, so that it is not repeated. */
function isVariable(path: readonly PropertyKey[]): boolean {
  return path[0] === 'sandbox' && /_variables$/.test(String(path[1])) && path.length === 3
}

/** Names in a sentence: `one of "a", "b"`. */
export function oneOf(values: readonly unknown[]): string {
  return `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
}

/** A hint at the name that was probably meant, with a leading blank; '' when none is close. */
export function didYouMean(name: string, known: readonly string[]): string {
  const meant = nearMiss(name, known)
  return meant === undefined ? '' : ` (did you mean ${JSON.stringify(meant)}?)`
}

/** The name that was most likely meant: at most a third of its letters, or two of them, away. Undefined when none is that close. */
export function nearMiss(name: string, known: readonly string[]): string | undefined {
  // A name this long is no slip, and the comparison costs its length squared.
  if (name.length > 60) return undefined
  const close = known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.distance - other.distance)
  return close[0]?.candidate
}

/** How many letters must be put in, taken out or changed to make one word of the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1)
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

function unknownKey(table: readonly PropertyKey[], key: string): ConfigIssue {
  const known = schemaKeys(table)
  const where = table.length === 0 ? '' : ` in ${tableName(table)}`
  return {
    path: [...table, key],
    what: `unknown key ${JSON.stringify(key)}${where}${didYouMean(key, known)}`,
    expected: `one of ${known.join(', ')}`,
  }
}

/** What would be right. The key's own meaning goes before the schema's general words. */
function example(issue: SchemaIssue, name: string): string {
  if (name === 'base_url' || name === 'openai_base_url')
    return 'an http or https address such as "http://127.0.0.1:11434/v1"'
  if (issue.path[0] === 'project_doc_fallback_filenames') return 'a plain file name such as "CONTRIBUTING.md"'
  if (name === 'url') return 'an http or https address such as "https://mcp.example/mcp"'
  if (name === 'env_key' || name === 'bearer_token_env_var')
    return 'the name of an environment variable such as "OPENAI_API_KEY"'
  if (name === 'approval_policy')
    return `${oneOf(NamedApprovalPolicy.options)}, or { granular = { … } } with ${Object.keys(GranularSwitches.shape).join(', ')}`
  if (name === 'exporter')
    return '"none", { otlp-http = { endpoint = "http://…/v1/logs" } } or { file = { path = "/…" } }'
  if (name === 'notifications') return `true, false, or a list of ${oneOf(NotificationKind.options)}`
  switch (issue.code) {
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_type':
      return typeName(issue.expected)
    case 'too_small':
      return issue.origin === 'string'
        ? 'text that is not empty'
        : `a whole number of at least ${String(issue.minimum)}`
    case 'too_big':
      return `a whole number of at most ${String(issue.maximum)}`
    case 'invalid_format':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_key':
    case 'invalid_union':
    case 'invalid_element':
    case 'custom':
      return issue.message
  }
}

function typeName(expected: string): string {
  const names: Readonly<Record<string, string>> = {
    string: 'text in quotes',
    int: 'a whole number',
    number: 'a whole number',
    boolean: 'true or false',
    array: 'a list in square brackets',
    object: 'a table',
    record: 'a table',
  }
  return names[expected] ?? expected
}

/** A value as it may be repeated: short, on one line, and not at all where a key or a password may stand. */
function shown(value: unknown, name: string): string {
  if (typeof value === 'string') {
    const secret =
      /^(?:env_key|experimental_bearer_token|bearer_token_env_var|(?:env_http_|http_)?headers|query_params|env)$/.test(
        name,
      ) ||
      (/^(?:openai_base_url|(?:base_)?url|endpoint)$/.test(name) && /[@?#]/.test(value))
    if (secret) return 'not valid'
    return value.length > 60 ? `${JSON.stringify(value.slice(0, 59)).slice(0, -1)}…"` : JSON.stringify(value)
  }
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  if (Array.isArray(value)) return 'a list'
  return value instanceof Date ? 'a date' : 'a table'
}

function elementName(path: readonly PropertyKey[]): string {
  const last = path.at(-1)
  return typeof last === 'number' ? `element ${String(last + 1)} of ${String(path.at(-2))}` : String(last)
}

/** A table's header as it is written; a part that is no bare key stands in quotes. */
export function tableName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the file'
  const parts = path.map((part) => (/^[\w-]+$/.test(String(part)) ? String(part) : JSON.stringify(part)))
  return `[${parts.join('.')}]`
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Readonly<Record<PropertyKey, unknown>>)[part]
  }
  return value
}
