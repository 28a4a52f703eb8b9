import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { openWorld, users, type User } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of launcher place', users)

/** A program named `bwrap` in a folder that stands first on the PATH and that somebody else than root may write to. */
const bundle = inject('hostBundle')
let folder: string
beforeEach(() => {
  folder = mkdtempSync('/var/tmp/cs-launcher-')
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'bin'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const nobody = 65_534
const isRoot = process.getuid?.() === 0
const give = (path: string): void => {
  if (isRoot) chownSync(path, nobody, nobody)
}
const system = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Puts a launcher there that only says that it ran and runs everything without a sandbox; what it makes is the sign. */
function plant(path: string): void {
  const body = `#!/bin/sh\ntouch '${folder}/bin/ran'\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n`
  writeFileSync(path, body, { mode: 0o755 })
}

/** Ways in which a folder of the PATH holds one, by who could have put it there. */
const ways: readonly (readonly [name: string, lay: (bin: string) => void])[] = [
  [
    "the folder and the program are the user's",
    (bin) => {
      plant(join(bin, 'bwrap'))
      give(join(bin, 'bwrap'))
      give(bin)
    },
  ],
  [
    "the program is root's, the folder the user's",
    (bin) => {
      plant(join(bin, 'bwrap'))
      give(bin)
    },
  ],
  [
    'all may write to the folder',
    (bin) => {
      plant(join(bin, 'bwrap'))
      chmodSync(bin, 0o777)
    },
  ],
  [
    "a link in the user's folder leads to a program of root's",
    (bin) => {
      symlinkSync('/usr/bin/env', join(bin, 'bwrap'))
      give(bin)
    },
  ],
  [
    "a folder above the program is the user's",
    (bin) => {
      mkdirSync(join(bin, 'real'))
      plant(join(bin, 'real/bwrap'))
      symlinkSync('real/bwrap', join(bin, 'bwrap'))
      give(bin)
    },
  ],
]

const rows = chosen.flatMap((user) => ways.map(([name, lay]) => ({ user, name, lay })))
test.for(rows)('$name, as $user', async ({ user, lay }: { user: User; lay: (bin: string) => void }) => {
  const bin = join(folder, 'bin')
  lay(bin)
  const world = openWorld({ bundle, user, env: { PATH: `${bin}:${system}` } })
  const alone = openWorld({ bundle, user, env: { PATH: bin } })
  try {
    const contained = await world.sh('touch "$HOME/out" || echo contained')
    expect(contained).toMatchObject({ kind: 'exited', output: { stdout: 'contained\n' } })
    const refused = await alone.run({ confined: true, command: ['/bin/true'] })
    expect(refused).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/is not used as bubblewrap|bubblewrap is missing/) as unknown,
    })
    expect(existsSync(join(bin, 'ran'))).toBe(false)
  } finally {
    world.close()
    alone.close()
  }
})
