import { ConfigFile } from '@shared/domain/settings'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { checkConfig } from './check-config'
import { ConfigError } from './config-error'
import { explainIssue, type ConfigIssue } from './explain-issue'
import { findTomlPosition } from './toml-positions'

/** Where to look. `home` is absolute; `env` is asked for the user's home directory, for paths that begin with ~/. */
export interface ConfigPlace {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Reads `config.toml` in a home folder. A file that does not exist is the defaults. Throws ConfigError for one that
 * cannot be read, is not TOML, or holds anything that this version does not know: nothing of it is then used.
 * Writable roots that begin with ~/ come back absolute.
 */
export async function loadConfig({ home, env }: ConfigPlace): Promise<{ config: ConfigFile; path: string }> {
  const path = join(home, 'config.toml')
  const source = await readSource(path)
  const root = parseSource(path, source)
  const read = ConfigFile.safeParse(root)
  if (!read.success) {
    const issues = read.error.issues.flatMap((issue) => explainIssue(issue, root))
    throw firstError(path, source, issues)
  }
  const config = withExpandedRoots(read.data, env)
  const issues = checkConfig(config)
  if (issues.length > 0) throw firstError(path, source, issues)
  return { config, path }
}

async function readSource(file: string): Promise<string> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') return ''
    throw new ConfigError({ file, what: unreadable(code), expected: 'a file that can be read' }, error)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new ConfigError({ file, what: 'not UTF-8 text', expected: 'TOML, which is UTF-8' }, error)
  }
}

function unreadable(code: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'no permission to read it'
    case 'EISDIR':
      return 'it is a directory'
    case 'ENOTDIR':
      return 'its folder is no directory'
    default:
      return code === '' ? 'it cannot be read' : `it cannot be read (${code})`
  }
}

function parseSource(file: string, source: string): unknown {
  try {
    return parse(source, { unsafeKeyBehaviour: 'throw' })
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const { line, column } = error
    // The message goes on with an excerpt of the file, which one line has no place for.
    const detail = error.message
      .split('\n', 1)
      .join('')
      .replace(/^Invalid TOML document: /, '')
    const what = `not valid TOML at column ${column}: ${detail}`
    throw new ConfigError({ file, line, column, what, expected: 'lines such as key = "value"' }, error)
  }
}

/** The issue that stands first in the file: mending it may mend those behind it. */
function firstError(file: string, source: string, issues: readonly ConfigIssue[]): ConfigError {
  const placed = issues
    .map((issue) => ({ issue, position: findTomlPosition(source, issue.path) }))
    .sort((one, other) => (one.position?.offset ?? 0) - (other.position?.offset ?? 0))
  const first = placed[0]
  const { what, expected } = first?.issue ?? { what: 'not valid', expected: 'a configuration' }
  const { line = 1, column } = first?.position ?? {}
  return new ConfigError({ file, line, column, what, expected })
}

function withExpandedRoots(config: ConfigFile, env: ConfigPlace['env']): ConfigFile {
  const workspace = config.sandbox_workspace_write
  const userHome = env['HOME'] ?? env['USERPROFILE']
  if (!workspace || !userHome) return config
  const writable_roots = workspace.writable_roots.map((root) =>
    root === '~' || root.startsWith('~/') ? join(userHome, root.slice(1)) : root,
  )
  return { ...config, sandbox_workspace_write: { ...workspace, writable_roots } }
}
