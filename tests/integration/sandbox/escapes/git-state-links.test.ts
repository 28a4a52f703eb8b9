import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../../fakes/by-seed'
import { gitIndex } from '../../../fakes/git-index'
import { openWorlds, users } from '../harness/world'

/**
 * A command puts something where git itself writes or looks (a link, a name of another ref, an index, a remote), and the person's git then writes,
 * removes or runs what it leads to.
 */
const worlds = openWorlds()

interface Row {
  /** What the person has besides. */
  readonly before?: string
  /** What the command does, and one after it. */
  readonly script: string
  readonly second?: string
  /** What the person does then. Default: commits, sets a branch and fetches. */
  readonly later?: string
}

const commits = 'git commit -q --allow-empty -m b; git branch -f side; git fetch -q . main'
const worktree = 'git worktree add -q tree'
const submodule =
  'git init -q lib; (cd lib; git commit -q --allow-empty -m l); git -c protocol.file.allow=always submodule -q add ./lib hooks; git commit -qm s'

const rogue = 'as they want\n'
const rogueHash = createHash('sha1')
  .update(`blob ${String(rogue.length)}\0${rogue}`)
  .digest('hex')
/** Writes an index that has this file besides. */
const index = (place: string, file: string, version = 2): string => {
  const written = gitIndex({ [file]: rogueHash }, { version }).toString('base64')
  return `printf '${rogue.trim()}\\n' | git hash-object -w --stdin; echo ${written} | base64 -d > ${place}`
}
/** A conflict as it stands in a file, and as git remembers it. */
const conflict = String.raw`<<<<<<< x\na\n=======\nb\n>>>>>>> y\n`
const remembered = conflict.replaceAll(/ [xy]/g, '')
const restores = 'git checkout -q -- .'
/** How the folder outside is called from the one that holds `.git`. */
const up = '../outside'

const linked = (name: string): Row => ({ script: `ln -sf "$OUT/victim" .git/${name}` })

const rows: Readonly<Record<string, Row>> = {
  'the log of HEAD': linked('logs/HEAD'),
  'the log of a branch': linked('logs/refs/heads/main'),
  'a folder of logs that was elsewhere': {
    script: 'mv .git/logs kept; cp -r kept moved; ln -sf "$OUT/victim" moved/HEAD; mv moved .git/logs',
  },
  'a folder that is a link': {
    script: 'mv .git/logs kept; ln -sf "$OUT/victim" kept/HEAD; ln -s "$PWD/kept" .git/logs',
  },
  'the message of a commit': linked('COMMIT_EDITMSG'),
  'a branch that stands for a name elsewhere': {
    script: `echo "ref: refs/../../${up}/made" > .git/refs/heads/side`,
  },
  'a HEAD that stands for a name elsewhere': {
    script: `echo "ref: refs/heads/../../../${up}/made" > .git/HEAD`,
  },
  'one that is longer than what is read': {
    script: `{ echo "ref: refs/heads/../../../${up}/made"; head -c 1100000 /dev/zero | tr '\\0' ' '; } > .git/HEAD`,
  },
  'one with a line end in it': {
    script: `mkdir -p ".git/refs/heads/$(printf 'x\\r')"; printf 'ref: refs/heads/x\\r/../../../../${up}/made' > .git/refs/heads/side`,
  },
  'what was fetched': linked('FETCH_HEAD'),
  'the log of a worktree': {
    before: worktree,
    script: 'ln -sf "$OUT/victim" .git/worktrees/tree/logs/HEAD',
    later: 'cd tree; git commit -q --allow-empty -m b',
  },
  'the HEAD of a submodule that is called as a folder of git': {
    before: submodule,
    script: `echo "ref: refs/heads/../../../../../${up}/made" > .git/modules/hooks/HEAD`,
    later: 'cd hooks; git commit -q --allow-empty -m b',
  },
  'a worktree that is a link': {
    script: 'mkdir .git/worktrees; ln -s "$OUT" .git/worktrees/other',
    later: 'git gc -q',
  },
  'a worktree that is a link, beside another': {
    before: worktree,
    script: 'ln -s "$OUT" .git/worktrees/other',
    later: 'git worktree prune',
  },
  'the packs': {
    script: 'rm -r .git/objects/pack; ln -s "$OUT" .git/objects/pack',
    later: 'git repack -adq',
  },
  'the packs of a submodule': {
    before: submodule,
    script: 'rm -r .git/modules/hooks/objects/pack; ln -s "$OUT" .git/modules/hooks/objects/pack',
    later: 'cd hooks; git repack -adq',
  },
  'what git knows of its objects': {
    script: 'rm -r .git/objects/info; ln -s "$OUT" .git/objects/info',
    later: 'git repack -adq',
  },
  'an index with a way up': { script: index('.git/index', `${up}/made`), later: restores },
  'an index with a whole path': {
    script: index('.git/index', `/var/tmp/made-${String(process.pid)}`),
    later: `${restores}; mv /var/tmp/made-${String(process.pid)} "$OUT"`,
  },
  'an index whose names are shortened': { script: index('.git/index', `${up}/made`, 4), later: restores },
  'an index that is shared': {
    script: `${index('.git/index', `${up}/made`)}; git update-index --split-index`,
    later: restores,
  },
  'the index of a worktree': {
    before: worktree,
    script: index('.git/worktrees/tree/index', `../${up}/made`),
    later: `cd tree; ${restores}`,
  },
  'what was laid before it was a repository': {
    script: `git init -q n; ${index('n/.git/index', `../${up}/made`)}; ln -s "$OUT/victim" n/.git/FETCH_HEAD; mv n/.git/HEAD .`,
    second: 'mv HEAD n/.git',
    later: `cd n; git fetch -q ..; printf '${rogue.trim()}\\n' | git hash-object -w --stdin; ${restores}`,
  },
  'what is known of a conflict': {
    before: `printf '${conflict}' > "$OUT/conflict"; echo a > f; git add f`,
    script: `id=$(printf 'a\\n\\0b\\n\\0' | sha1sum | cut -c -40); mkdir -p ".git/rr-cache/$id"; printf '${remembered}' > ".git/rr-cache/$id/preimage"; echo theirs > ".git/rr-cache/$id/postimage"; printf "$id\\t${up}/conflict\\0" > .git/MERGE_RR`,
    later: 'git commit -qm b',
  },
  'a folder that leads to another repository of theirs': {
    before: 'git clone -q . "$OUT/theirs"',
    script: `mkdir n; echo "gitdir: ../${up}/theirs/.git" > n/.git`,
    later: 'cd n; git commit -q --allow-empty -m b',
  },
  'a link to another repository of theirs': {
    before: 'git clone -q . "$OUT/theirs"',
    script: `mkdir n; ln -s "$OUT/theirs/.git" n/.git`,
    later: 'cd n; git commit -q --allow-empty -m b',
  },
  'hooks that it has for a folder which leads to their repository': {
    before: 'git config core.hooksPath hooks',
    script:
      'mkdir -p n/hooks; echo "gitdir: ../.git" > n/.git; printf "#!/bin/sh\\ntouch $OUT/made\\n" > n/hooks/pre-commit; chmod +x n/hooks/pre-commit',
    later: 'cd n; git commit -q --allow-empty -m b',
  },
  'a remote of the old kind': {
    before: 'git init -q --bare "$OUT/bare"',
    script: 'mkdir .git/remotes; printf "URL: $OUT/bare\\n" > .git/remotes/origin',
    later: 'git push -q origin main',
  },
  'a remote of the oldest kind': {
    before: 'git init -q --bare "$OUT/bare"',
    script: 'mkdir -p .git/branches; touch .git/branches/config; echo "$OUT/bare" > .git/branches/origin',
    later: 'git push -q origin main',
  },
}

/** All that is below a folder. */
const lying = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return `${path} ${entry.isFile() ? readFileSync(path, 'latin1') : ''}`
  })

describe.each(oneBySeed('git state links', users))('as %s', (user) => {
  test.each(Object.entries(rows))('nothing outside is written by way of %s', async (_, row) => {
    const world = worlds.of(user)
    const env = { OUT: world.outside, GIT_AUTHOR_NAME: 'n', GIT_COMMITTER_NAME: 'n', EMAIL: 'a@b' }
    const plainly = { env, confined: false }
    const isWritten = async (confined: boolean): Promise<boolean> => {
      await world.rest()
      const empty = 'find . "$OUT" -mindepth 1 -maxdepth 1 -exec rm -rf {} +'
      const made = `git init -q -b main .; git commit -q --allow-empty -m a; echo as it was > $OUT/victim; ${row.before ?? ':'}`
      expect(await world.sh(`${empty}; ${made}`, plainly)).toMatchObject({ exitCode: 0 })
      const before = lying(world.outside)
      await world.sh(row.script, { env, confined })
      if (row.second !== undefined) await world.sh(row.second, { env, confined })
      await world.sh(row.later ?? commits, plainly)
      return lying(world.outside).join('\n') !== before.join('\n')
    }
    expect(await isWritten(false)).toBe(true)
    expect(await isWritten(true)).toBe(false)
  })

  test('a program is put where git runs it, by way of no index', async () => {
    const world = worlds.of(user)
    const env = { OUT: world.outside, GIT_AUTHOR_NAME: 'n', GIT_COMMITTER_NAME: 'n', EMAIL: 'a@b' }
    const isRun = async (confined: boolean): Promise<boolean> => {
      await world.rest()
      const empty = 'find . "$OUT" -mindepth 1 -maxdepth 1 -exec rm -rf {} +'
      await world.sh(`${empty}; git init -q -b main .; git commit -q --allow-empty -m a`, {
        env,
        confined: false,
      })
      await world.sh(`${index('.git/index', '.git/hooks/post-checkout')}; : > hook`, { env, confined })
      await world.sh(`${restores}; git checkout -q -b side`, { env, confined: false })
      return readdirSync(join(world.workspace, '.git/hooks')).includes('post-checkout')
    }
    expect(await isRun(false)).toBe(true)
    expect(await isRun(true)).toBe(false)
  })

  test('everyday git with worktrees, submodules, packs and folders that are moved loses nothing', async () => {
    const world = worlds.of(user)
    const env = { OUT: world.outside, GIT_AUTHOR_NAME: 'n', GIT_COMMITTER_NAME: 'n', EMAIL: 'a@b' }
    const plainly = { env, confined: false }
    await world.rest()
    const empty = 'find . -mindepth 1 -maxdepth 1 -exec rm -rf {} +'
    const made = `git init -q -b main .; git commit -q --allow-empty -m a; ${submodule}; git worktree add -q theirs`
    await world.sh(`${empty}; ${made}`, plainly)
    const work = [
      'git worktree add -q tree; mv theirs moved; git init -q --separate-git-dir apart n',
      'echo x > ..x; echo x > .gitignore; git add .gitignore ..x; git update-index --split-index',
      'git commit -qm b; git gc -q; git status --short',
    ]
    const done = await world.sh(work.join('; '), { env })
    expect(done).toMatchObject({ exitCode: 0, output: { stderr: '' } })
    const uses = ['hooks', 'tree', 'moved', 'n'].map((name) => `(cd ${name}; git rev-parse --show-toplevel)`)
    const found = await world.sh(`find . -name "*held-by*"; ${uses.join(' && ')}`, plainly)
    const tops = ['hooks', 'tree', 'moved', 'n'].map((name) => `${join(world.workspace, name)}\n`)
    expect(found).toMatchObject({ exitCode: 0, output: { stdout: tops.join('') } })
  })
})
