import type { FactTarget } from '../domain/facts'

/** The files that all of these come to. */
export const filesOf = (targets: readonly FactTarget[]): number =>
  targets.reduce((all, { files = 1 }) => all + files, 0)

/** More places of one run than these are not copied one by one, and of one place no more files. */
const [mostPlaces, mostFiles] = [64, 20_000]

/** True where all that goes lies beyond the session's folders, where copies of it are made before the run. */
export const isHeld = (targets: readonly FactTarget[], most: number): boolean =>
  targets.length <= mostPlaces &&
  filesOf(targets) <= mostFiles &&
  targets.reduce((all, { bytes = 0 }) => all + bytes, 0) <= most &&
  targets.every(
    ({ inside, kind, exact }) => inside === false && exact && /^(file|directory|symlink)$/.test(kind),
  )
