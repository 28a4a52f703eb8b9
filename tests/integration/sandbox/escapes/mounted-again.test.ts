import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../../fakes/by-seed'
import { showsSign } from '../harness/attempts'
import { openWorlds, users, type World } from '../harness/world'

/** The machine shows the same folder at two places, as where /home is mounted from elsewhere: what is closed or kept is so at both. */
const worlds = openWorlds({ engineHome: true, ownMounts: true })

interface Row {
  /** What is mounted again; where is $AGAIN. */
  readonly shows: (world: World) => string
  readonly inTemporary?: true
  readonly script: string
}

const rows: Readonly<Record<string, Row>> = {
  'a store of the home, where the home is seen elsewhere': {
    shows: ({ home }) => home,
    script: 'grep -q secret "$AGAIN/.ssh/id_rsa" && echo ESCAPED',
  },
  'a store of which a part is seen elsewhere': {
    shows: ({ home }) => join(home, '.gnupg/private-keys-v1.d'),
    script: 'grep -q secret "$AGAIN/k.key" && echo ESCAPED',
  },
  "the engine's own home": {
    shows: ({ folder }) => folder,
    script: 'grep -q secret "$AGAIN/engine/keys" && echo ESCAPED',
  },
  "a repository's configuration, by the workspace in /tmp": {
    shows: ({ workspace }) => workspace,
    inTemporary: true,
    script: 'echo "[core]" >> "$AGAIN/.git/config" && echo ESCAPED',
  },
  "a repository's hooks, by its git folder in /tmp": {
    shows: ({ workspace }) => join(workspace, '.git'),
    inTemporary: true,
    script: 'echo x > "$AGAIN/hooks/pre-commit" && echo ESCAPED',
  },
  'a start-up file, by the home in /tmp': {
    shows: ({ home }) => home,
    inTemporary: true,
    script: 'echo x >> "$AGAIN/.bashrc" && echo ESCAPED',
  },
}

// Only root can mount anything.
const mounters = process.getuid?.() === 0 ? users : []

describe.each(oneBySeed('mounted again', mounters))('as %s', (user) => {
  test.each(Object.entries(rows))('%s', async (_, { shows, inTemporary, script }) => {
    const world = worlds.of(user)
    const again = inTemporary ? mkdtempSync('/tmp/cs-again-') : join(world.folder, 'again')
    mkdirSync(again, { recursive: true })
    const env = {
      AGAIN: again,
      ENGINE: join(world.folder, 'engine'),
      WORK: world.workspace,
      HOME: world.home,
    }
    const prepare =
      'umask 077; mkdir -p "$HOME/.ssh" "$HOME/.gnupg/private-keys-v1.d" "$ENGINE"; echo secret | tee "$HOME/.ssh/id_rsa" "$HOME/.gnupg/private-keys-v1.d/k.key" > "$ENGINE/keys"; git init -q "$WORK"'
    await world.rest()
    expect(await world.sh(prepare, { env, confined: false })).toMatchObject({ exitCode: 0 })
    const inside = ['--target', String(world.host.pid), '--mount', '--']
    execFileSync('nsenter', [...inside, 'mount', '--bind', shows(world), again])
    try {
      expect(showsSign(await world.sh(script, { env, confined: false }))).toBe(true)
      expect(showsSign(await world.sh(script, { env }))).toBe(false)
      // What is nobody's else goes on.
      expect(await world.sh('echo a > "$WORK/a"; git -C "$WORK" add a', { env })).toMatchObject({
        exitCode: 0,
      })
    } finally {
      await world.rest()
      execFileSync('nsenter', [...inside, 'umount', '--lazy', again])
      rmdirSync(again)
    }
  })
})
