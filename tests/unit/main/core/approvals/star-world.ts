import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { starCovers } from '../../../../../src/main/core/approvals/star-covers'
import { fakeRequestAssessor } from '../../../../fakes/request-assessor'
import { steppedClock } from '../../../../fakes/fake-views'

const cwd = '/work'
const scripts = {
  test: 'cross-env A=1 vitest run',
  build: 'tsc -b',
  lint: 'tsc && eslint .',
  own: 'node x.js',
  made: 'make all',
  tool: 'git difftool',
}
const files = {
  '/work/package.json': JSON.stringify({ scripts }),
  '/work/Makefile': 'all: lib\n\tcc -o a a.c\nlib:\n\tcc -c b.c\n',
}
const assessments = fakeRequestAssessor({ clock: steppedClock(), ids: { next: () => 'id' }, files })
const sandboxPolicy = sandboxPolicyForMode('workspace-write')
const judge = (command: readonly string[]) => assessments.judge({ command, cwd }, { cwd, sandboxPolicy })
const split = (text: string): string[] => text.split(' ').filter((word) => word !== '')
/** Why a star does not cover: `rule * added`, with the words of the rule in front of the star. Undefined: it does. */
export const starProblemOf = (text: string) => {
  const [rule = '', added = ''] = text.split(' * ')
  return starCovers({ rule: split(rule), command: [...split(rule), ...split(added)], cwd }, judge)
}
