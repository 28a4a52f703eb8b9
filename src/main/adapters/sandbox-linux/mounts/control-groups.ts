// oxlint-disable-next-line countersign/no-restricted-imports -- the kernel's own file
import { readFileSync } from 'node:fs'

/** Whose control group namespace a command is in: one of its own, or that of whoever starts the launcher. */
export type ControlGroups = 'own' | 'inherited'

/**
 * By the text of /proc/self/cgroup. A namespace begins at the group of whoever makes it. What is mounted of the first version's hierarchies
 * (`<number>:<controllers>:<path>`) then begins above it: the kernel says `/../..` of that, and Java, which looks its own group up by these
 * words, ends with an exception wherever it is asked about the machine (Gradle, application servers). With the groups as they are it is
 * found. The second version (`0::<path>`) is looked up in another way, and a group at the top has nothing above it.
 */
export const controlGroupsIn = (text: string): ControlGroups =>
  /^[1-9]\d*:[^:]*:\/./m.test(text) ? 'inherited' : 'own'

/** For commands of this process. What cannot be read counts as nothing that must be found. */
export function controlGroups(): ControlGroups {
  try {
    return controlGroupsIn(readFileSync('/proc/self/cgroup', 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 'own'
    throw error
  }
}
