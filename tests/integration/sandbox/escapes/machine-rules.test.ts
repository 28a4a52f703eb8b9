import { sandboxPolicyForMode, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { describe, expect, test } from 'vitest'
import { openWorlds, users, type World } from '../harness/world'

/**
 * The rules of the machine lie in /etc/countersign: no command writes, replaces or hides them, nor makes the folder where there is none, whatever
 * it may write besides. Here /etc is a copy that the engine's user may write to, so that nothing but the sandbox keeps it.
 */
const worlds = openWorlds({
  engineHome: true,
  ownMounts: {
    first: (user) => `copy=$(mktemp -d /var/tmp/cs-etc-XXXXXX)
mount -t tmpfs none "$copy"
cp -a /etc/. "$copy/"
mount --move "$copy" /etc
rmdir "$copy"
${user === 'ordinary' ? 'chown 65534:65534 /etc' : ''}`,
  },
})

const rules = '/etc/countersign/managed_rules.toml'

/** Each by itself; what one of them breaks must not keep another from being tried. */
const attempts: readonly string[] = [
  `echo evil >> ${rules}`,
  `echo evil > /etc/countersign/managed_config.toml`,
  `echo evil > /etc/new; mv -f /etc/new ${rules}; ln -f /etc/new ${rules}; ln -sf /etc/new ${rules}`,
  'mkdir -p /etc/other; echo evil > /etc/other/managed_rules.toml; mv -T /etc/other /etc/countersign',
  'mv -T /etc/countersign /etc/gone; mkdir /etc/countersign; ln -s /etc/other /etc/countersign',
  'mkdir -p /etc/countersign/in; rm -rf /etc/countersign; chmod -R 777 /etc/countersign',
  `ln -s /etc/countersign l; echo evil >> l/managed_rules.toml; echo evil >> /proc/self/root${rules}`,
  'exec 7</etc; echo evil >> /proc/self/fd/7/countersign/managed_rules.toml; mkdir /proc/self/fd/7/countersign',
  `unshare -rm sh -c 'mount -t tmpfs none /etc/countersign; mount --bind . /etc/countersign; mount -o remount,rw /etc/countersign; umount -l /etc/countersign; echo evil >> ${rules}'`,
  `mount --bind . /etc/countersign; mount -o remount,rw,bind /etc/countersign; umount -l /etc/countersign; echo evil >> ${rules}`,
]

const withEtc: SandboxPolicy = {
  ...{ mode: 'workspace-write', writable_roots: ['/etc'], network_access: false },
  ...{ exclude_slash_tmp: false, exclude_tmpdir_env_var: false },
}
const grants = [{ kind: 'write', path: '/etc/countersign', extent: 'tree' }] as const
const modes: Readonly<Record<string, Partial<Parameters<World['sh']>[1]>>> = {
  'read-only': { policy: sandboxPolicyForMode('read-only') },
  'workspace-write, with /etc': { policy: withEtc },
  'read-only, with a yes to the folder': { policy: sandboxPolicyForMode('read-only'), grants },
  'all files, no network': { policy: sandboxPolicyForMode('danger-no-network') },
  'all files, with a yes to the folder': { policy: sandboxPolicyForMode('danger-no-network'), grants },
}

const stands = async (world: World): Promise<string> => {
  const look = 'find /etc/countersign -printf "%p %i %m %l\\n" -type f -exec cat {} + 2>&1; true'
  const result = await world.sh(look, { confined: false })
  return result.kind === 'exited' ? result.output.stdout : JSON.stringify(result)
}

// Only root can lay mounts.
describe.each(process.getuid?.() === 0 ? users : [])('as %s', (user) => {
  test.each(
    Object.entries(modes).flatMap(([name, mode]) => [
      { name: `where they are: ${name}`, mode, present: true },
      { name: `where none are: ${name}`, mode, present: false },
    ]),
  )('$name', async ({ mode, present }) => {
    const world = worlds.of(user)
    const lay = present
      ? `mkdir /etc/countersign && echo '# none' > ${rules} && chmod 755 /etc/countersign`
      : 'true'
    await world.sh(`rm -rf /etc/countersign /etc/other /etc/gone /etc/new; ${lay}`, { confined: false })
    const before = await stands(world)
    expect(before.includes('# none')).toBe(present)
    for (const attempt of attempts) {
      const { kind } = await world.sh(attempt, { confined: true, ...mode })
      expect(kind).toMatch(/^(exited|denied)$/)
      // What holds a missing name's place goes with the turn.
      await world.rest()
      expect([attempt, await stands(world)]).toEqual([attempt, before])
    }
  })
})
