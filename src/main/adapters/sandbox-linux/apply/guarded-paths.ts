import { agentFolders } from '../../../core/policy/tool-settings'
import { looksLikeGitFolder } from '../protection/git-metadata'
import { isUnder } from '../writable-roots'

/** What git keeps for itself in its folder and that makes it run nothing; the rest of that folder is for nobody but git's user. */
const plainGit = new Set([
  'AUTO_MERGE',
  'CHERRY_PICK_HEAD',
  'COMMIT_EDITMSG',
  'FETCH_HEAD',
  'HEAD',
  'MERGE_HEAD',
  'MERGE_MODE',
  'MERGE_MSG',
  'ORIG_HEAD',
  'REVERT_HEAD',
  'index',
  'logs',
  'objects',
  'packed-refs',
  'refs',
])
/** Each of them makes git use another folder's configuration, wherever it is put. */
const leadsToGit = new Set(['.git', 'commondir'])
/** Each of them makes a git folder of the folder that it is put in. */
const makesGitFolder = new Set([...leadsToGit, 'HEAD'])

/** Whether a thing of this name, or below it, is never written to or taken away by putting changes in place. */
export const isGuardedName = (name: string): boolean => name === '.git' || agentFolders.includes(name)

function inGitFolder(rest: readonly string[], type: string): boolean {
  const [first = '', second] = rest
  const leads = rest.length > 1 && leadsToGit.has(rest.at(-1) ?? '')
  return plainGit.has(first) && !(first === 'objects' && second === 'info') && type !== 'link' && !leads
}

/** Tells the git folder that a path lies in, where it does, and the names from there. Looks at the folders on the way, each once. */
export function createGitFolderAround(): (
  path: string,
) => { readonly folder: string; readonly rest: readonly string[] } | undefined {
  const known = new Map<string, boolean>()
  const isGitFolder = (folder: string): boolean => {
    const found = known.get(folder) ?? looksLikeGitFolder(folder)
    known.set(folder, found)
    return found
  }
  return (path) => {
    const names = path.split('/')
    for (let at = names.length - 1; at > 0; at -= 1) {
      const folder = names.slice(0, at).join('/') || '/'
      if (names[at - 1] === '.git' || isGitFolder(folder)) return { folder, rest: names.slice(at) }
    }
    return undefined
  }
}

/**
 * Tells the paths that putting changes in place leaves alone, by the rules for a granted run (decision 007), and more strictly where
 * these look at what a run left behind: settings of agents, git folders but for what git only keeps in them, whatever would become a git
 * folder, and `never` with all around and below.
 */
export function createGuard(never: readonly string[]): (path: string, type: string) => boolean {
  const gitFolderAround = createGitFolderAround()
  return (path, type) => {
    if (never.some((place) => isUnder(path, place) || isUnder(place, path))) return true
    const names = path.split('/')
    if (names.some((name) => agentFolders.includes(name))) return true
    const around = gitFolderAround(path)
    if (around) return !inGitFolder(around.rest, type)
    return makesGitFolder.has(names.at(-1) ?? '')
  }
}
