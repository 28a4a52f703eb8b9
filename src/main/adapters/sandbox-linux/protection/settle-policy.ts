import { isAbsolute, resolve } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { opensFiles, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { holdsHome, isEngineHome, linkToEngineHome, type OwnFolders } from './own-folders'
import { Looks } from '../looks'
import { judgeRoot } from '../writable-roots'

const expected = 'expected the absolute path of an existing folder, below the home folder or outside of it'

const expectedFolder =
  'expected one below the home folder or outside of it, or a session that only reads (read-only)'

/** As `judgeRoot` says it of a folder that is gone, for which no other place or mode is advice. */
const missing = 'does not exist'

const homeProblem = 'is the home folder or holds it, which would open everything that is kept there'

const sentence = (given: string, problem: string): string =>
  `writable root "${given}" ${problem}; ${expected}.`

/**
 * Why no command may run in this folder under this policy, in words that follow the folder's name; undefined: it may. A
 * folder that is, or holds, the home folder decides what starts with every login, so it is only read; the engine's own
 * folder holds keys and what it remembers, so it is neither.
 */
export function folderProblem(
  policy: SandboxPolicy,
  folder: string,
  own: OwnFolders,
  looks = new Looks(),
): string | undefined {
  if (opensFiles(policy)) return undefined
  if (isEngineHome(folder, own, looks))
    return 'is where Countersign itself keeps its records, configuration and keys'
  if (policy.mode !== 'workspace-write') return undefined
  if (holdsHome(folder, own.home, looks)) return homeProblem
  const verdict = judgeRoot(folder, looks)
  if (verdict.kind === 'unusable') return verdict.problem
  const link = linkToEngineHome([verdict.path], own, looks)
  return link && linkProblem(link)
}

/** What is wrong with a writable folder that holds this link, in words that follow the folder's name. */
export const linkProblem = (link: string): string =>
  `holds the link ${link}, by which Countersign's own folder is reached and which a command could turn elsewhere (set COUNTERSIGN_HOME to where it leads)`

/** The same as a sentence that says what was expected instead. */
export function folderSentence(
  policy: SandboxPolicy,
  folder: string,
  own: OwnFolders,
  looks = new Looks(),
): string | undefined {
  if (policy.mode === 'workspace-write' && folder === '/')
    return `The folder / is the whole file system, which no session may write all over; ${expectedFolder}.`
  const problem = folderProblem(policy, folder, own, looks)
  if (problem === missing) return `The folder ${folder} ${problem}.`
  return problem && `The folder ${folder} ${problem}; ${expectedFolder}.`
}

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
 * The policy as a session in `folder` keeps it: every writable root by its real path, so that a link which is turned
 * elsewhere later opens nothing else. Throws FaultError `bad-request` that names each root that cannot be one, and what was
 * expected: relative, missing, no folder, looping, `/`, a kernel file system, the home folder or one that holds it; and the
 * same for a folder that the policy must not be held in. An undefined home is not looked for.
 */
export function settlePolicy(policy: SandboxPolicy, folder: string, own: OwnFolders): SandboxPolicy {
  const unfit = folderSentence(policy, folder, own)
  if (unfit !== undefined)
    throw new FaultError({
      code: 'bad-request',
      message: unfit,
      remedy: unfit.endsWith(`${missing}.`)
        ? 'Put it back where it was, or begin a session in another folder.'
        : 'Choose the folder of a project, or the read-only sandbox mode.',
    })
  if (policy.mode !== 'workspace-write') return policy
  const verdicts = policy.writable_roots.map((given) => {
    const verdict = judgeRoot(given)
    return verdict.kind === 'root' && holdsHome(verdict.path, own.home)
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
