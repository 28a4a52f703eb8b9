import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { machineName } from '@shared/domain/machine-server'
import { afterAll, describe, expect, test } from 'vitest'
import type { HostQuestion } from '../../../src/main/core/run/host-question'
import { oneBySeed } from '../../fakes/by-seed'
import { browsing } from './harness/browsing'
import type { HostRequest } from './harness/host'
import { openWorlds, users, type World } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of own caches', users)

const folder = browsing(['playwright-mcp.mjs'])
const worlds = openWorlds({ engineHome: true })
const closing: (() => unknown)[] = []
afterAll(() => {
  for (const close of closing) close()
})

const prepare = `find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} +; cd "$WORK"; mkdir lib
  printf '{"name":"x","version":"1.0.0"}' > package.json; printf '{"name":"lib","version":"1.0.0"}' > lib/package.json`
const quiet = '--no-audit --no-fund --loglevel=error'

/** A registry with one package. It is a process of its own: ports of the engine's are closed to commands. */
const registry = `const [, host, file, integrity] = process.argv
const s = require('node:http').createServer((q, r) => {
  if (q.url.endsWith('.tgz')) return r.end(require('node:fs').readFileSync(file))
  const tarball = 'http://' + host + ':' + s.address().port + '/lib/-/lib-1.0.0.tgz'
  const version = { name: 'lib', version: '1.0.0', dist: { tarball, integrity } }
  r.end(JSON.stringify({ name: 'lib', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }))
})
s.listen(0, '127.0.0.1', () => console.log(s.address().port))`

async function serve(tarball: string): Promise<string> {
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  const server = execFile(process.execPath, ['-e', registry, machineName, tarball, integrity])
  closing.push(() => server.kill())
  const port = await new Promise<string>((resolve) => {
    server.stdout?.once('data', (text: string) => {
      resolve(text.trim())
    })
  })
  return `http://${machineName}:${port}`
}

const cachesOf = (world: World): string => join(world.folder, 'engine-caches')
const writes = (result: Awaited<ReturnType<World['sh']>>) =>
  'evidence' in result ? result.evidence.filter(({ kind }) => kind === 'write') : []

describe.each(chosen)('package managers in the sandbox, as %s', (user) => {
  const play = async (script: string, more: Partial<HostRequest> = {}) => {
    const world = worlds.of(user)
    const env = { WORK: world.workspace, HOME: world.home }
    await world.rest()
    await world.sh(prepare, { confined: false, env })
    return { world, result: await world.sh(script, { ...more, env: { ...env, ...more.env } }) }
  }

  test('ask for the host alone; what they fetched is there for the next session of the workspace, and for nobody else', async () => {
    const { world, result: packed } = await play('cd lib && npm pack --silent')
    expect(packed).toMatchObject({ exitCode: 0 })
    const from = await serve(join(world.workspace, 'lib/lib-1.0.0.tgz'))
    const install = (how: string) => `npm install ${quiet} --registry=${from} ${how} lib`
    const { result } = await play(install(''), { answersHosts: 'allow' })
    expect(result, JSON.stringify(result)).toMatchObject({ kind: 'exited', exitCode: 0 })
    expect(writes(result)).toEqual([])
    const asked = (await world.run({
      confined: true,
      command: [],
      hostQuestions: true,
    })) as unknown as readonly HostQuestion[]
    expect(asked.map(({ host }) => host)).toEqual(['localhost'])
    expect(existsSync(join(world.home, '.npm'))).toBe(false)

    const { result: again } = await play(install('--offline'), { session: 'another' })
    expect(again).toMatchObject({ exitCode: 0 })
    expect(existsSync(join(world.workspace, 'node_modules/lib/package.json'))).toBe(true)

    // In another workspace it is neither used nor seen, by its path neither.
    const [cache = ''] = readdirSync(cachesOf(world))
    const place = { cwd: world.outside, workspace: world.outside }
    const { result: elsewhere } = await play(
      `${install('--offline')} || ls '${cachesOf(world)}/${cache}'`,
      place,
    )
    expect(elsewhere).toMatchObject({
      kind: 'exited',
      output: { stderr: expect.stringContaining('ENOTCACHED') as string },
    })
    expect(elsewhere).not.toMatchObject({ exitCode: 0 })
    expect(elsewhere).toMatchObject({
      output: { stderr: expect.stringMatching(/ls: .*(denied|cannot)/) as string },
    })
    expect(readdirSync(cachesOf(world))).toHaveLength(2)
    expect(statSync(join(cachesOf(world), cache)).mode & 0o777).toBe(0o700)
  })

  test('ask for no host where nothing is to be fetched: npm would ask whether there is a newer one of it', async () => {
    const { result } = await play('npm pkg get name && npm run', { answersHosts: 'deny' })
    expect(result, JSON.stringify(result)).toMatchObject({ exitCode: 0 })
    expect('evidence' in result && result.evidence).toEqual([])
  })

  test('pack, and install what they packed, and leave the home folder as it is', async () => {
    const script = `npm pack --silent && (cd lib && npm pack --silent) && npm install --offline ${quiet} ./lib/lib-1.0.0.tgz`
    const { world, result } = await play(script)
    expect(result, JSON.stringify(result)).toMatchObject({ kind: 'exited', exitCode: 0 })
    expect(writes(result)).toEqual([])
    expect(existsSync(join(world.workspace, 'node_modules/lib/package.json'))).toBe(true)
    expect(existsSync(join(world.home, '.npm'))).toBe(false)
  })

  const npm = 'echo "[$npm_config_cache]"'
  const none = { output: { stdout: '[]\n' } }

  test('have the cache that the environment names', async () => {
    const own = `${worlds.of(user).workspace}/own`
    const { result } = await play(npm, { env: { npm_config_cache: own } })
    expect(result).toMatchObject({ output: { stdout: `[${own}]\n` } })
  })

  test('have none of their own where nothing may be written, where everything may, outside of the sandbox, and where the person opened theirs', async () => {
    const grants = [{ kind: 'write', path: join(worlds.of(user).home, '.npm'), extent: 'tree' }] as const
    for (const more of [
      { policy: { mode: 'read-only' } },
      { policy: { mode: 'danger-no-network' } },
      { confined: false },
      { grants },
    ])
      expect((await play(npm, more)).result, JSON.stringify(more)).toMatchObject(none)
  })

  test('neither make nor change the compiled code that a person’s node keeps in the temporary folder', async () => {
    const world = worlds.of(user)
    const temporary = join(world.folder, 'temporary')
    const at = join(temporary, 'node-compile-cache')
    const policy = { mode: 'workspace-write', exclude_slash_tmp: true }
    const inside = (script: string) => play(script, { policy, env: { TMPDIR: temporary } })
    await world.sh(`mkdir -p ${temporary}`, { confined: false })
    const { result } = await inside(
      `npm --version > /dev/null; mkdir ${at}; ln -s /x ${at}; mkdir ${temporary}/q && mv ${temporary}/q ${at}; ls ${temporary}`,
    )
    expect(result).toMatchObject({ exitCode: 0, output: { stdout: 'q\n' } })
    expect(existsSync(at)).toBe(false)
    await world.sh(`mkdir ${at}; echo compiled > ${at}/code`, { confined: false })
    await inside(`echo mine > ${at}/code; echo mine > ${at}/other; rm -rf ${at}; mv ${at} ${temporary}/moved`)
    expect([readdirSync(at), readFileSync(join(at, 'code'), 'utf8')]).toEqual([['code'], 'compiled\n'])
  })

  test('have none of their own where commands could put something in its place', async () => {
    const grants = [{ kind: 'write', path: cachesOf(worlds.of(user)), extent: 'tree' }] as const
    expect((await play(npm, { grants })).result).toMatchObject(none)
  })

  test('and Playwright’s server of tools opens a page, with its profile there', async () => {
    const options = '--headless --no-sandbox --executable-path /usr/bin/chromium'
    const script = `"$NODE" ${folder}/playwright-mcp.mjs ${folder}/node_modules/playwright-core/cli.js mcp ${options}`
    // Its sockets lie in a temporary folder that is named after the user.
    const { world, result } = await play(script, { env: { NODE: worlds.bundle.node, USER: `cs-${user}` } })
    expect(result, JSON.stringify(result)).toMatchObject({
      exitCode: 0,
      output: { stdout: expect.stringContaining('Page URL: data:text/html') as string },
    })
    // The browser itself tries its settings' folder, and does without.
    expect(writes(result).filter(({ target }) => target.includes('/.cache'))).toEqual([])
    expect(existsSync(join(world.home, '.cache'))).toBe(false)
  })

  test('read what the person has of cargo and go until they fetch, and have their own from then on', async () => {
    const world = worlds.of(user)
    const where = 'echo "[$CARGO_HOME][$GOPATH][$GOCACHE]"'
    const { result: cold } = await play(where)
    const own = (name: string): string => expect.stringContaining(`/${name}]`) as string
    expect(cold).toMatchObject({ output: { stdout: own('cargo') } })
    const { result: made } = await play('mkdir -p "$HOME/.cargo/registry"', { confined: false })
    expect(made).toMatchObject({ exitCode: 0 })
    const { result: warm } = await play(where)
    expect(warm).toMatchObject({
      output: { stdout: expect.stringMatching(/^\[\]\[.*\/go\]\[.*\/go-build\]/) as string },
    })
    const { result: fetching } = await play(`${where}; mkdir "$CARGO_HOME"`, { fetches: ['cargo'] })
    expect(fetching).toMatchObject({ exitCode: 0, output: { stdout: own('cargo') } })
    expect((await play(where)).result).toMatchObject({ output: { stdout: own('cargo') } })
    expect(existsSync(join(world.home, '.cargo/registry/cache'))).toBe(false)
  })

  test('ccache keeps what it compiled in the workspace’s, by the person’s settings, and leaves theirs as it is', async () => {
    // It asks no more of a compiler that is called gcc.
    const compiler = String.raw`mkdir -p "$HOME/.config/ccache" bin; echo 'max_size = 123M' > "$HOME/.config/ccache/ccache.conf"
      printf '#!/bin/sh\necho run >> ran\nfor each; do case $before in -o) to=$each ;; esac; before=$each; done\ncase " $* " in
      *" -E "*) cat t.c ;; *) echo made > "$to" ;; esac\n' > bin/gcc; chmod +x bin/gcc; echo 'int x;' > t.c`
    const { result: made } = await play(compiler, { confined: false })
    expect(made, JSON.stringify(made)).toMatchObject({ exitCode: 0 })
    const twice =
      'ccache bin/gcc -c t.c -o a.o && ccache bin/gcc -c t.c -o b.o && cat a.o b.o && ccache -k max_size'
    const world = worlds.of(user)
    const result = await world.sh(twice, { env: { WORK: world.workspace, HOME: world.home } })
    expect(result, JSON.stringify(result)).toMatchObject({
      exitCode: 0,
      output: { stdout: 'made\nmade\n123.0M\n' },
    })
    expect(writes(result)).toEqual([])
    expect(existsSync(join(world.home, '.cache'))).toBe(false)
  })

  test('pre-commit and poetry keep the person’s environments where there are any', async () => {
    const where = 'echo "[${PRE_COMMIT_HOME##*/}][${POETRY_CACHE_DIR##*/}]"'
    expect((await play(where)).result).toMatchObject({ output: { stdout: '[pre-commit][pypoetry]\n' } })
    const there = 'mkdir -p "$HOME/.cache/pre-commit" "$HOME/.cache/pypoetry"'
    expect((await play(there, { confined: false })).result).toMatchObject({ exitCode: 0 })
    expect((await play(where)).result).toMatchObject({ output: { stdout: '[][]\n' } })
    expect((await play('rm -r "$HOME/.cache"', { confined: false })).result).toMatchObject({ exitCode: 0 })
  })

  test('matplotlib keeps its list of fonts in a folder that it may write to, unless a person has settings of it', async () => {
    const where =
      'mkdir -p "$MPLCONFIGDIR" && echo x > "$MPLCONFIGDIR/fontlist.json" && echo "[${MPLCONFIGDIR##*/}]"'
    const outside = async (script: string) => {
      expect((await play(script, { confined: false })).result).toMatchObject({ exitCode: 0 })
    }
    expect((await play(where)).result).toMatchObject({ output: { stdout: '[matplotlib]\n' } })
    // What matplotlib makes itself, for any person.
    await outside('mkdir -p "$HOME/.config/matplotlib"')
    expect((await play(where)).result).toMatchObject({ output: { stdout: '[matplotlib]\n' } })
    await outside('touch "$HOME/.config/matplotlib/matplotlibrc"')
    expect((await play('echo "[$MPLCONFIGDIR]"')).result).toMatchObject({ output: { stdout: '[]\n' } })
    await outside('rm -r "$HOME/.config/matplotlib"')
  })
})
