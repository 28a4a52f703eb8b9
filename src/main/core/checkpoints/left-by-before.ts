/** That a restore was taken back in which its engine was killed, and what of it stayed as it is. */
export const leftByBefore = (paths: readonly string[]): string =>
  `A restore that had been broken off was taken back. Left as they are, since they were changed meanwhile: ${paths.join(', ')}. Look again.`
