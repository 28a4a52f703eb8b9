/** The observer's own variables: only the engine may set them. */
const machinery = /^(?:SRT_|COUNTERSIGN_OBSERVER_)/

/**
 * The environment bubblewrap is started with, which the command gets less the observer's part. As root tar would give
 * extracted files their recorded owners, whom a sandbox of one user does not know, and fail; so it is told not to.
 */
export function commandEnvironment(
  env: Readonly<Record<string, string>>,
  observer: Readonly<Record<string, string>>,
  uid: number | undefined,
): Readonly<Record<string, string>> {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !machinery.test(name)))
  return { ...(uid === 0 ? { TAR_OPTIONS: '--no-same-owner' } : {}), ...own, ...observer }
}
