import { BaseSequencer } from 'vitest/node'

/**
 * Stories come first, then files that each have a process of their own, then those that share one: so the long ones (pages, tables for another
 * user) do not run alone at the end, and files of one project, which share a worker, follow each other. Otherwise vitest's own order.
 */
export class ApartFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files)
    /** @param {import('vitest/node').TestSpecification} file */
    const rank = ({ project }) => {
      const { isolate, name, sequence } = project.config
      return sequence.groupOrder * 3 + (name === 'e2e' ? 0 : isolate ? 1 : 2)
    }
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}
