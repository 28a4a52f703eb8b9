import { FaultError } from '@shared/domain/fault'
import { maxWords, type ReviewTarget } from '@shared/domain/review'
import { reviewHint } from '@shared/messages/review'
import { diffForm, showNewFiles, type GitReader } from '../commands/read-git'

/**
 * A review that can begin. `prompt` tells the model what to look at, `hint` names it for people. `root` is the absolute
 * folder that findings may lie in. `diff` reads the change with git's headers: '' where there is none to read.
 * `model` reads it; undefined: the session's own.
 */
export interface PreparedReview {
  readonly target: ReviewTarget
  readonly prompt: string
  readonly hint: string
  readonly root: string
  readonly model?: string | undefined
  diff(): Promise<string>
}

/** What the engine begins reviews with: checks a target in a folder, with `review_model` of the configuration of now. */
export type Reviews = (target: ReviewTarget, cwd: string) => Promise<PreparedReview>

/** Opens the repository that a folder is in. Throws FaultError `bad-request` where git cannot be run or finds nothing. */
export type OpenRepository = (cwd: string) => Promise<GitReader>

const branchForm =
  /^(?![-/.])(?!.*(?:\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)))[^\s~^:?*[\\\p{Cc}\p{Cf}]+(?<![./])$/u
const commitForm = /^[A-Za-z0-9_](?!.*(?:\.\.|@\{))[A-Za-z0-9_./+-]*(?:[~^]\d*)*$/

const refuse = (message: string): FaultError => new FaultError({ code: 'bad-request', message })
const quoted = (name: string): string => JSON.stringify(name.slice(0, 100))

/** The commit that a revision names; undefined for none. The revision must not begin with a dash. */
async function commitOf(repository: GitReader, revision: string): Promise<string | undefined> {
  const { code, out } = await repository.git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`)
  const sha = out.trim()
  return code === 0 && /^[0-9a-f]{40,64}$/.test(sha) ? sha : undefined
}

async function rootOf(repository: GitReader, cwd: string): Promise<string> {
  const { code, out } = await repository.git('rev-parse', '--show-toplevel')
  const root = out.replace(/\n$/, '')
  if (code === 0 && root.startsWith('/')) return root
  throw refuse(`${cwd} is in no git repository with files; expected one, or a review in your own words.`)
}

const diffOf = async (repository: GitReader, ...args: readonly string[]): Promise<string> => {
  const { code, out } = await repository.git('-c', 'core.quotePath=false', ...args)
  return code === 0 ? out : ''
}
const form = [...diffForm, '--no-relative', '--src-prefix=a/', '--dst-prefix=b/']

/** What is not tracked, as a diff: so many files at most, each as if it were new. */
const untracked = `cd "$(git rev-parse --show-toplevel)" && git ls-files --others --exclude-standard -z | head -z -n 200 | ${showNewFiles(['-c', 'core.quotePath=false', 'diff', ...form])}`

async function uncommitted(repository: GitReader): Promise<Pick<PreparedReview, 'prompt' | 'diff'>> {
  const head = await commitOf(repository, 'HEAD')
  const shows = head === undefined ? '`git diff --cached` and `git diff` show' : '`git diff HEAD` shows'
  return {
    prompt: `Review everything in this working copy that is not committed: what is staged, what is not, and files that git does not track. \`git status --short --untracked-files=all\` lists it, ${shows} what changed in tracked files; read the untracked ones themselves.`,
    diff: async () => {
      const against = head === undefined ? ['diff', ...form, '--cached'] : ['diff', ...form, head]
      const [tracked, added] = [
        await diffOf(repository, ...against, '--'),
        (await repository.script(untracked)).out,
      ]
      return tracked + added
    },
  }
}

async function againstBranch(
  repository: GitReader,
  branch: string,
): Promise<Pick<PreparedReview, 'prompt' | 'diff'>> {
  if (!branchForm.test(branch))
    throw refuse(`${quoted(branch)} cannot be a branch; expected a name such as main or origin/main.`)
  const found =
    (await commitOf(repository, `refs/heads/${branch}`)) ??
    (await commitOf(repository, `refs/remotes/${branch}`))
  if (found === undefined)
    throw refuse(
      `There is no branch ${quoted(branch)} here; expected a local branch, or one of a remote such as origin/main.`,
    )
  const { code, out } = await repository.git('merge-base', 'HEAD', found)
  const base = out.trim()
  if (code !== 0 || !/^[0-9a-f]{40,64}$/.test(base))
    throw refuse(
      `What is checked out has no commit in common with ${quoted(branch)}; expected the branch that it came from.`,
    )
  return {
    prompt: `Review what was changed here since the branch ${branch} was left, at commit ${base}. \`git diff ${base}\` shows the whole change, with what is not committed yet; \`git log --oneline ${base}..HEAD\` lists its commits.`,
    diff: () => diffOf(repository, 'diff', ...form, base, '--'),
  }
}

async function oneCommit(
  repository: GitReader,
  revision: string,
): Promise<Pick<PreparedReview, 'prompt' | 'diff'> & { readonly sha: string }> {
  if (!commitForm.test(revision))
    throw refuse(
      `${quoted(revision)} cannot be a commit; expected its hash, a tag, or a form such as HEAD~1.`,
    )
  const sha = await commitOf(repository, revision)
  if (sha === undefined)
    throw refuse(
      `There is no commit ${quoted(revision)} here; expected its hash, a tag, or a form such as HEAD~1.`,
    )
  return {
    sha,
    prompt: `Review the change that commit ${sha} made. \`git show ${sha}\` shows it. Judge this change, not what came later; \`git show ${sha}:PATH\` shows a file as it was then.`,
    diff: () => diffOf(repository, 'show', '--format=', '--diff-merges=first-parent', ...form, sha, '--'),
  }
}

/**
 * Checks what is to be reviewed in the folder `cwd`, and says it in words. Throws FaultError `bad-request` naming what was
 * expected: no repository, no such branch or commit, a name that is none. A name that git could take for an option never
 * reaches it.
 */
export async function prepareReview(
  target: ReviewTarget,
  cwd: string,
  open: OpenRepository,
): Promise<PreparedReview> {
  if (target.kind === 'custom') {
    const prompt = target.text.trim()
    if (prompt === '' || prompt.length > maxWords)
      throw refuse(
        `What to look at is ${prompt === '' ? 'empty' : 'too long'}; expected 1 to ${String(maxWords)} characters of your own words.`,
      )
    const hint = reviewHint(target)
    // Also where git finds nothing to read: words can be about any folder.
    const root = await open(cwd)
      .then((repository) => rootOf(repository, cwd))
      .catch(() => cwd)
    const kept = { kind: 'custom', text: prompt, ...(target.hint !== undefined && { hint }) } as const
    return { target: kept, prompt, hint, root, diff: () => Promise.resolve('') }
  }
  const repository = await open(cwd)
  const root = await rootOf(repository, cwd)
  switch (target.kind) {
    case 'uncommitted':
      return { target, root, hint: reviewHint(target), ...(await uncommitted(repository)) }
    case 'branch':
      return { target, root, hint: reviewHint(target), ...(await againstBranch(repository, target.branch)) }
    case 'commit': {
      const { sha, ...order } = await oneCommit(repository, target.commit)
      const whole = { ...target, commit: sha }
      return { target: whole, root, hint: reviewHint(whole), ...order }
    }
  }
}
