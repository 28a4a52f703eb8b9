import { z } from 'zod'

/** The folder of branches that sessions make for their worktrees: they can move these and no other. */
export const worktreeBranches = 'countersign'

/**
 * The git worktree that was made for a session. `root` is its folder, `repository` the one that it was made from, both absolute and
 * real; `branch` is its own, made from `base`. `writable` are the places in the repository's git folder that commits need.
 */
export const SessionWorktree = z.strictObject({
  root: z.string(),
  repository: z.string(),
  branch: z.string(),
  base: z.string(),
  writable: z.array(z.string()),
})
export type SessionWorktree = z.infer<typeof SessionWorktree>

/** A branch to begin from, and what the new one is to be called; absent: what is checked out, and a name that is free. */
export const WorktreeWish = z.strictObject({
  base: z.string().min(1).max(300).optional(),
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,59}$/)
    .optional(),
})
export type WorktreeWish = z.infer<typeof WorktreeWish>

/**
 * What is known of the repository round a folder. `branch` is checked out there (undefined: none is), `branches` are at most so many,
 * the last changed first. `changed` counts what is not committed. `ignored` names some of what git ignores, folders with a slash
 * behind them, `moreIgnored` counts the rest. `place` is the folder that worktrees are made in.
 */
export const RepositoryLook = z.strictObject({
  root: z.string(),
  branch: z.string().optional(),
  branches: z.array(z.string()),
  changed: z.int().nonnegative(),
  ignored: z.array(z.string()),
  moreIgnored: z.int().nonnegative(),
  place: z.string(),
})
export type RepositoryLook = z.infer<typeof RepositoryLook>

/**
 * How a session's worktree stands. `clean`: all is committed; `ignored` names what git ignores and would go with it. `changed`: `files`
 * are some of what is not committed. `shared`: another session works there. `gone`: it is no worktree any more.
 */
export const WorktreeState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('clean'), ignored: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('changed'), files: z.array(z.string()), more: z.int().nonnegative() }),
  z.strictObject({ kind: z.enum(['shared', 'gone']) }),
])
export type WorktreeState = z.infer<typeof WorktreeState>
