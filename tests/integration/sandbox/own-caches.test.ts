import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import type { HostRequest } from './harness/host'
import { openWorlds, users, type Worlds } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of own caches', users)

let worlds: Worlds
beforeAll(() => {
  worlds = openWorlds()
})
afterAll(() => {
  worlds.close()
})

const prepare = `find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} +; cd "$WORK"; mkdir lib
  printf '{"name":"x","version":"1.0.0"}' > package.json; printf '{"name":"lib","version":"1.0.0"}' > lib/package.json`
const offline = '--offline --no-audit --no-fund --loglevel=error'

describe.each(chosen)('npm that only needs a cache to work with, as %s', (user) => {
  const play = async (script: string, more: Partial<HostRequest> = {}) => {
    const world = worlds.of(user)
    const env = { WORK: world.workspace, HOME: world.home }
    await world.rest()
    await world.sh(prepare, { confined: false, env })
    return { world, result: await world.sh(script, { env, packs: true, ...more }) }
  }

  test('packs and installs what it packed, and leaves the home folder as it is', async () => {
    const script = `npm pack --silent && (cd lib && npm pack --silent) && npm install ${offline} ./lib/lib-1.0.0.tgz`
    const { world, result } = await play(script)
    expect(result, JSON.stringify(result)).toMatchObject({ kind: 'exited', exitCode: 0 })
    const writes = 'evidence' in result ? result.evidence.filter(({ kind }) => kind === 'write') : []
    expect(writes).toEqual([])
    expect(existsSync(join(world.workspace, 'x-1.0.0.tgz'))).toBe(true)
    expect(existsSync(join(world.workspace, 'node_modules/lib/package.json'))).toBe(true)
    expect(existsSync(join(world.home, '.npm'))).toBe(false)
  })

  test('could not do that with the person’s', async () => {
    const { result } = await play('npm pack --silent', { packs: false })
    expect(result).not.toMatchObject({ exitCode: 0 })
  })

  test('has the cache that the environment names', async () => {
    const world = worlds.of(user)
    const env = { WORK: world.workspace, HOME: world.home, npm_config_cache: `${world.workspace}/own` }
    const { result } = await play('echo "$npm_config_cache"', { env })
    expect(result).toMatchObject({ output: { stdout: `${world.workspace}/own\n` } })
  })

  test('has none of its own where nothing temporary is writable', async () => {
    const policy = { mode: 'workspace-write', exclude_slash_tmp: true, exclude_tmpdir_env_var: true }
    const { result } = await play('echo "[$npm_config_cache]"', { policy })
    expect(result).toMatchObject({ output: { stdout: '[]\n' } })
  })

  test('has none of its own where the person opened theirs', async () => {
    const { home } = worlds.of(user)
    const grants = [{ kind: 'write', path: join(home, '.npm'), extent: 'tree' }] as const
    const { result } = await play('echo "[$npm_config_cache]"', { grants })
    expect(result).toMatchObject({ output: { stdout: '[]\n' } })
  })
})
