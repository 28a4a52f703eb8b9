import { isAbsolute, resolve } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { isUnder, judgeRoot } from './writable-roots'

const expected = 'expected the absolute path of an existing folder, below the home folder or outside of it'

const holdsHome = (path: string, home: string | undefined): boolean =>
  home !== undefined && isUnder(resolve(home), path)

const homeProblem = 'is the home folder or holds it, which would open everything that is kept there'

const sentence = (given: string, problem: string): string =>
  `writable root "${given}" ${problem}; ${expected}.`

/**
 * What is wrong with a policy's writable roots whatever the machine holds: relative, NUL, `/`, the home folder. One
 * sentence each; empty: nothing. For the place where they are configured, since a folder that is only missing may come.
 */
export function lastingRootProblems(policy: SandboxPolicy, home: string): readonly string[] {
  if (policy.mode !== 'workspace-write') return []
  return policy.writable_roots.flatMap((given) => {
    if (given.includes('\0')) return [sentence(given.replaceAll('\0', '\u{fffd}'), 'contains NUL')]
    if (!isAbsolute(given)) return [sentence(given, 'is not an absolute path')]
    return holdsHome(resolve(given), home) ? [sentence(given, homeProblem)] : []
  })
}

/**
 * The configured policy with its roots by their real paths where they have one, for sessions that are opened under it. A
 * root that cannot be one stays as it is written: it opens nothing, and making a session says why.
 */
export function withRealRoots(policy: SandboxPolicy): SandboxPolicy {
  if (policy.mode !== 'workspace-write') return policy
  const roots = policy.writable_roots.map((given) => {
    const verdict = judgeRoot(given)
    return verdict.kind === 'root' ? verdict.path : given
  })
  return { ...policy, writable_roots: roots }
}

/**
 * The policy as a session keeps it: every writable root by its real path, so that a link which is turned elsewhere later
 * opens nothing else. Throws FaultError `bad-request` that names each root that cannot be one, and what was expected:
 * relative, missing, no folder, looping, `/`, a kernel file system, and with `home` the home folder or one that holds it.
 */
export function settlePolicy(policy: SandboxPolicy, home: string | undefined): SandboxPolicy {
  if (policy.mode !== 'workspace-write') return policy
  const verdicts = policy.writable_roots.map((given) => {
    const verdict = judgeRoot(given)
    return verdict.kind === 'root' && holdsHome(verdict.path, home)
      ? { kind: 'unusable' as const, given, problem: homeProblem }
      : verdict
  })
  const problems = verdicts.flatMap((verdict) =>
    verdict.kind === 'unusable'
      ? [sentence(verdict.given.replaceAll('\0', '\u{fffd}'), verdict.problem)]
      : [],
  )
  if (problems.length > 0)
    throw new FaultError({
      code: 'bad-request',
      message: problems.join(' '),
      remedy: 'Set sandbox_workspace_write.writable_roots in config.toml to folders that are there.',
    })
  const roots = verdicts.flatMap((verdict) => (verdict.kind === 'root' ? [verdict.path] : []))
  return { ...policy, writable_roots: [...new Set(roots)] }
}
