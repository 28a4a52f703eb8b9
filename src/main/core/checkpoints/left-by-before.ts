/** What stayed as it is when a restore was taken back: readable paths. */
export const leftAsTheyAre = (paths: readonly string[]): string =>
  `Left as they are, since they were changed meanwhile: ${paths.join(', ')}. Look again.`

/** That a restore was taken back in which its engine was killed, and what of it stayed as it is. */
export const leftByBefore = (paths: readonly string[]): string =>
  `A restore that had been broken off was taken back. ${leftAsTheyAre(paths)}`
