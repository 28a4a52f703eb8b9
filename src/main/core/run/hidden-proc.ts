/**
 * Whether the launcher was refused because a container hides parts of /proc, as Docker and Podman do: the kernel lets a namespace have a /proc of its own only
 * where one that shows everything is there already.
 */
export const isProcHidden = (said: string): boolean => /Can't mount proc on .*not permitted/.test(said)

/** The same in words. */
export const hiddenProc = 'bubblewrap does not work here: this container hides parts of /proc'

/** What to do about it. Of a container that root started nothing should be shown: root in it could then change the machine's kernel settings. */
export const hiddenProcRemedy =
  'Start the container as an ordinary user, with: podman run --security-opt unmask=ALL'
