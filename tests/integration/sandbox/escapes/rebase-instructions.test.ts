import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../../fakes/by-seed'
import { openWorlds, users } from '../harness/world'

/** A command leaves a rebase that stands still, with what git is to run when the person continues it. */
const worlds = openWorlds()

const three = 'git init -q .; for n in one two three; do echo $n > f; git add f; git commit -qm $n; done'
/** Stops at the second of them. */
const stop = `GIT_SEQUENCE_EDITOR="sed -i -e '1s/^pick/edit/'" git rebase -qi HEAD~2`
const list = '"$(git rev-parse --git-path rebase-merge)/git-rebase-todo"'

/** What git runs for a way to merge of this name, as `git merge-./../way`. */
const way = 'mkdir -p git-merge-.; printf "#!/bin/sh\\ntouch $OUT/pwned\\nexit 2\\n" > way; chmod +x way'
const named = './../way'
/** The second of two commits is picked when the first, which fits not, was settled. */
const picks =
  'git init -q .; echo a > f; git add f; git commit -qm a; git checkout -qb side; echo b > f; git commit -qam b; echo c > g; git add g; git commit -qm c; git checkout -q -; echo x > f; git commit -qam x'

interface Row {
  /** What the person has, in the workspace. */
  readonly before: string
  readonly script: string
  /** Where the person then continues. Default: in the workspace. */
  readonly where?: string
}

const rows: Readonly<Record<string, Row>> = {
  'by exec': { before: three, script: `${stop}; echo "exec touch $OUT/pwned" >> ${list}` },
  'by its short name': {
    before: three,
    script: `${stop}; printf '\\t x\\ttouch %s/pwned\\n' "$OUT" >> ${list}`,
  },
  'by an option of git, and a program that fails': {
    before: three,
    script: `git rebase -q -x "test -e later && touch $OUT/pwned" HEAD~2; touch later`,
  },
  'in a list that is a link': {
    before: three,
    script: `${stop}; { cat ${list}; echo "exec touch $OUT/pwned"; } > list; ln -sf "$PWD/list" ${list}`,
  },
  'in a folder that is a link': {
    before: three,
    script: `${stop}; echo "exec touch $OUT/pwned" >> ${list}; mv .git/rebase-merge kept; ln -s "$PWD/kept" .git/rebase-merge`,
  },
  'in a worktree': {
    before: `${three}; git worktree add -q tree`,
    script: `cd tree; ${stop}; echo "exec touch $OUT/pwned" >> ${list}`,
    where: 'tree',
  },
  'by a way to merge': {
    before: three,
    script: `${stop}; echo more >> f; git commit -qam more; ${way}; echo ${named} > .git/rebase-merge/strategy`,
  },
  'by options for the program that applies patches': {
    before: picks,
    script: `git checkout -q side; git rebase -q --apply -; echo " '--build-fake-ancestor=$OUT/pwned'" > .git/rebase-apply/apply-opt; echo y > f; git add f`,
  },
  'by a way to merge of a pick that stopped': {
    before: picks,
    script: `git cherry-pick side~1 side; ${way}; printf '[options]\\n\\tstrategy = ${named}\\n' > .git/sequencer/opts; echo y > f; git add f`,
  },
  'in a repository that it made': {
    before: 'git init -q .',
    script: `mkdir n; cd n; ${three}; ${stop}; echo "exec touch $OUT/pwned" >> ${list}`,
    where: 'n',
  },
}

describe.each(oneBySeed('rebase instructions', users))('as %s', (user) => {
  test.each(Object.entries(rows))('nothing is run %s', async (_, { before, script, where = '.' }) => {
    const world = worlds.of(user)
    const env = {
      WORK: world.workspace,
      OUT: world.outside,
      GIT_AUTHOR_NAME: 'n',
      GIT_COMMITTER_NAME: 'n',
      EMAIL: 'a@b',
      GIT_EDITOR: 'true',
    }
    const pwned = join(world.outside, 'pwned')
    const isOut = async (confined: boolean): Promise<boolean> => {
      await world.rest()
      rmSync(pwned, { force: true })
      const empty = 'find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} +'
      const plainly = { env, confined: false }
      expect(await world.sh(`${empty}; ${before}`, plainly)).toMatchObject({ exitCode: 0 })
      await world.sh(script, { env, confined })
      const on = 'for n in 1 2 3 4; do git rebase --continue; done; git cherry-pick --continue'
      await world.sh(`cd "$WORK/${where}"; (${on}) > /dev/null 2>&1; git log --oneline > log`, plainly)
      return existsSync(pwned)
    }
    expect(await isOut(false)).toBe(true)
    expect(await isOut(true)).toBe(false)
  })

  test('a rebase that stands still without anything to run goes on as it was', async () => {
    const world = worlds.of(user)
    const env = { GIT_AUTHOR_NAME: 'n', GIT_COMMITTER_NAME: 'n', EMAIL: 'a@b', GIT_EDITOR: 'true' }
    await world.rest()
    const empty = 'find . -mindepth 1 -maxdepth 1 -exec rm -rf {} +'
    await world.sh(`${empty}; ${three}`, { env, confined: false })
    const stopped = await world.sh(`${stop} 2> /dev/null; cat ${list}`, { env })
    expect(stopped).toMatchObject({ exitCode: 0, output: { stderr: '' } })
    const later = await world.sh(`git rebase --continue > log 2>&1 && git log --format=%s`, { env })
    expect(later).toMatchObject({ exitCode: 0, output: { stdout: 'three\ntwo\none\n' } })
  })
})
