import { ConfigFile } from '@shared/domain/settings'
import { checkConfig } from './check-config'
import { ConfigError } from './config-error'
import { placeIn } from './config-layer'
import { explainIssue, type ConfigIssue } from './explain-issue'
import type { MergedLayers } from './merge-layers'

/**
 * The values that merged layers make, whether they go together or not; paths that begin with ~/ come back absolute.
 * Throws ConfigError for the problem that stands first in its file.
 */
export function readValues(merged: MergedLayers, home: string, file: string): ConfigFile {
  const read = ConfigFile.safeParse(merged.root)
  if (!read.success) {
    const issues = read.error.issues.flatMap((issue) => explainIssue(issue, merged.root))
    throw firstError(file, merged, issues)
  }
  return withExpandedPaths(read.data, home)
}

/** The configuration that merged layers make. Throws ConfigError as `readValues`, and for references that lead nowhere. */
export function readMerged(merged: MergedLayers, home: string, file: string): ConfigFile {
  const config = readValues(merged, home, file)
  const issues = checkConfig(config)
  if (issues.length > 0) throw firstError(file, merged, issues)
  return config
}

/** The issue that stands first: mending it may mend those behind it. */
function firstError(file: string, merged: MergedLayers, issues: readonly ConfigIssue[]): ConfigError {
  const placed = issues
    .map((issue) => {
      const owner = merged.ownerOf(issue.path)
      return { issue, owner, position: owner && placeIn(owner, issue.path) }
    })
    .sort((one, other) => (one.position?.offset ?? 0) - (other.position?.offset ?? 0))
  const first = placed[0]
  const { what, expected } = first?.issue ?? { what: 'not valid', expected: 'a configuration' }
  const { line, column } = first?.position ?? (first?.owner ? {} : { line: 1 })
  return new ConfigError({ file: first?.owner?.file ?? file, line, column, what, expected })
}

function withExpandedPaths(config: ConfigFile, home: string): ConfigFile {
  const { sandbox_workspace_write: workspace, projects } = config
  const expand = (path: string): string =>
    home !== '' && (path === '~' || path.startsWith('~/')) ? `${home}${path.slice(1)}` : path
  return {
    ...config,
    ...(workspace && {
      sandbox_workspace_write: { ...workspace, writable_roots: workspace.writable_roots.map(expand) },
    }),
    ...(projects && {
      projects: Object.fromEntries(Object.entries(projects).map(([path, each]) => [expand(path), each])),
    }),
  }
}
