import { afterAll, expect, test } from 'vitest'
import { firstDecisions } from '../../../../../fakes/first-decisions'

const decisions = firstDecisions()
afterAll(decisions.remove)

const rulesOf = async (line: string): Promise<readonly string[]> => {
  const { floor } = await decisions.assess({ argv: ['bash', '-c', line] })
  return floor.reasons.map(({ rule }) => rule)
}

test.each([
  'HOME=$PWD/other git status',
  'HOME=/tmp/other git log -1',
  'env HOME=/tmp/other git status',
  'export HOME=/tmp/other; git status',
  'XDG_CONFIG_HOME=/tmp/other git status',
  'GIT_DIR=$PWD/evil/.git git status',
  'export GIT_DIR=../other/.git && git log',
  'GIT_COMMON_DIR=/tmp/x git status',
  'GIT_WORK_TREE=/ git status',
  'export GIT_CONFIG_GLOBAL=/tmp/x; git log',
  'HOME=/tmp/other; git status',
  'declare -x HOME=/tmp/other; git status',
  'typeset -gx GIT_DIR=../other/.git; git log',
  'set -a; d=1; GIT_DIR=../other/.git; git log',
  'GIT_DIR=../other/.git; export GIT_DIR; bash -c "git log"',
  'leave() { export GIT_DIR=../other/.git; }; leave; git log',
])('%s works on what another repository or settings say', async (line) => {
  expect(await rulesOf(line)).toContain('git.foreign-tree')
})

test('a setting of git that was exported before it is one that stands before it', async () => {
  expect(
    await rulesOf('export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0=./evil; git log'),
  ).toContain('git.setting')
})

test.each([
  'GIT_DIR=.git git status',
  'HOME=~ git status',
  'GIT_CONFIG_GLOBAL=/dev/null git log',
  'GIT_WORK_TREE=. git status',
  'HOME=/tmp/other ls',
  'export LANG=C; git status',
  'GIT_PAGER=cat git log',
  '(export GIT_DIR=../other/.git); git status',
  'export GIT_DIR=../other/.git; GIT_DIR=.git git status',
  'export GIT_DIR=../other/.git; unset GIT_DIR; git status',
])('%s is as without the variable', async (line) => {
  expect(await rulesOf(line)).not.toContain('git.foreign-tree')
})
