import { BaseSequencer } from 'vitest/node'

/**
 * Files that each have a process of their own come before those that share one: they are the long ones (pages, tables for another user), and
 * whatever is long and last runs alone. Otherwise vitest's own order.
 */
export class ApartFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files)
    /** @param {import('vitest/node').TestSpecification} file */
    const rank = ({ project }) => {
      const { isolate, sequence } = project.config
      return sequence.groupOrder * 2 + (isolate ? 0 : 1)
    }
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}
