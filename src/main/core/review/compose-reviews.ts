import { readGit } from '../commands/read-git'
import type { RunTyped } from '../commands/run-typed'
import { prepareReview, type Reviews } from './target'

/** Reviews whose targets are looked up with guarded git in the sandbox; `model` is asked for with each. */
export function composeReviews(runTyped: RunTyped, model: () => string | undefined): Reviews {
  return async (target, cwd) => {
    // Each use of git has a limit of its own.
    const { signal } = new AbortController()
    const review = await prepareReview(target, cwd, (folder) => readGit(folder, { runTyped, signal }))
    return { ...review, model: model() }
  }
}
