import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { composeHosts } from '../../src/main/compose-hosts'
import { fillSandbox } from '../../src/main/core/host-link/fleet/workspace'
import type { FleetWorld } from './fleet-world'

/** Git in a folder, as somebody. */
export const gitIn = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    encoding: 'utf8',
  })

/** A repository below a folder of this machine with these files in its one commit, and a clone of it. */
export function originAndClone(
  here: string,
  files: Readonly<Record<string, string>>,
): { readonly origin: string; readonly clone: string } {
  const [origin, clone] = [join(here, 'origin'), join(here, 'clone')]
  mkdirSync(origin)
  gitIn(origin, 'init', '-q', '-b', 'main')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(origin, name), text)
  gitIn(origin, 'add', '.')
  gitIn(origin, 'commit', '-q', '-m', 'first')
  gitIn(here, 'clone', '-q', `file://${origin}`, clone)
  return { origin, clone }
}

/** Makes a sandbox with a clone of a repository in it that nobody works in; its whole name. */
export async function filledSandbox(world: FleetWorld, origin: string): Promise<string> {
  const hosts = await composeHosts({ env: world.env, version: '0.0.0' })
  const { fleet: settings } = hosts.fleets
  if (!settings) throw new Error('there is no fleet')
  const fleet = await hosts.fleet(settings)
  const { signal: stop } = new AbortController()
  const found = await fleet.make(stop, () => undefined)
  const from = { kind: 'clone', url: `file://${origin}` } as const
  await fillSandbox(fleet, found, from, { folder: world.workspace, stop })
  return `fleet/${found.name}`
}

/** What a window of a browser is opened with so that it has the fleet. */
export const windowOf = (
  world: FleetWorld,
): { readonly env: NodeJS.ProcessEnv; readonly configure: (home: string) => void } => ({
  env: { KUBECONFIG: world.env.KUBECONFIG },
  configure: (home) => {
    writeFileSync(
      join(home, 'config.toml'),
      readFileSync(join(world.env.COUNTERSIGN_HOME ?? '', 'config.toml')),
    )
  },
})
