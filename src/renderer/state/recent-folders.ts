import type { SessionSummary } from '@shared/domain/session'

const mostRecent = 6

/** The folders that sessions were begun in, the last used first; of a session in a worktree the repository that it was made from. */
export function recentFolders(
  sessions: readonly SessionSummary[],
  isDemo: (provider: string) => boolean,
): readonly string[] {
  const own = sessions.filter(({ child, provider }) => child === undefined && !isDemo(provider))
  const newestFirst = own.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  const folders = newestFirst.map(({ worktree, shownCwd, cwd }) => worktree?.repository ?? shownCwd ?? cwd)
  return [...new Set(folders)].slice(0, mostRecent)
}
