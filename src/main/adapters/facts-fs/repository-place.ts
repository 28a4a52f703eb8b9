/**
 * Where a repository's parts lie. `own` are the real folders that its files are taken from, wherever these lie; empty: one
 * that a pointer or a link names without being named by it, of which only what lies inside is read.
 */
export interface RepositoryPlace {
  readonly root: string
  readonly gitDir: string
  readonly commonDir: string
  readonly own: readonly string[]
}
