import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engineFiles } from '../../../src/main/adapters/engine-archive/engine-files'
import { oneBySeed } from '../../fakes/by-seed'
import { plainClient, startAppServer } from '../../fakes/app-server-client'
import { appServerHome, type AppServerHome } from '../../fakes/app-server-home'
import { jsonLines, runProgram, type Ran } from '../../fakes/run-cli'
import { FakeBrowser } from '../../fakes/fake-browser'
import { serveWindow } from '../../fakes/serve-window'
import { bodyText, removeWorlds, sdkWorld, shell } from '../exec/sdk-world'
import { ask, packingLimit, unpackedIn } from './stand-in-package'

interface Who {
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly uid?: number
  readonly gid?: number
}

const people = [
  ['whoever tests', undefined],
  ['an ordinary user', 65534],
] as const

/**
 * The engine as a package carries it, away from the checkout and without any Node on the path. It lies where every user may read, as
 * it would below /opt. `packed` tells the folder of a package, once it is made.
 */
export function packedEngineTests(packed: () => string): void {
  let base: string
  let launcher: string
  let home: AppServerHome
  const servers: ChildProcess[] = []

  beforeAll(async () => {
    base = mkdtempSync('/var/tmp/cs-packed-')
    chmodSync(base, 0o755)
    mkdirSync(join(base, 'opt'))
    cpSync(unpackedIn(packed()), join(base, 'opt/Countersign'), { recursive: true })
    mkdirSync(join(base, 'trap'))
    writeFileSync(join(base, 'trap/node'), '#!/bin/sh\nexit 97\n', { mode: 0o755 })
    path = `${join(base, 'trap')}:/usr/bin:/bin`
    launcher = join(base, 'opt/Countersign/resources/engine/bin/countersign')
    home = await appServerHome([{ text: 'All done.' }, { text: 'All done.' }, { text: 'All done.' }])
  }, packingLimit)

  afterAll(async () => {
    for (const child of servers) child.kill('SIGKILL')
    rmSync(base, { recursive: true, force: true })
    await home.remove()
  })

  /** The system's programs, and before them a `node` that is none: whatever took it from the path would end with 97. */
  let path: string

  function person(name: string, uid?: number): Who {
    const own = join(base, name)
    mkdirSync(join(own, 'work'), { recursive: true })
    if (uid !== undefined) ask('chown', ['-R', `${String(uid)}:${String(uid)}`, own])
    return {
      env: { PATH: path, HOME: own, COUNTERSIGN_HOME: join(own, 'state') },
      cwd: join(own, 'work'),
      ...(uid === undefined ? {} : { uid, gid: uid }),
    }
  }

  const run = (who: Who, ...args: string[]): Promise<Ran> => runProgram(launcher, args, who)

  test('no Node of the path is what the engine is tried with', () => {
    expect(ask('sh', ['-c', `PATH='${path}' node --version`]).code).toBe(97)
  })

  describe.each(oneBySeed('users of a package', people))('for %s', (name, uid) => {
    let who: Who
    beforeAll(() => {
      who = person(name.replaceAll(' ', '-'), uid)
    })

    test('says its version through the launcher, and through a link to it', async () => {
      const { version } = JSON.parse(readFileSync(join(launcher, '../../package.json'), 'utf8')) as {
        version: string
      }
      ask('ln', ['-sf', launcher, join(base, `link-${name.length.toString()}`)])
      const linked = await runProgram(join(base, `link-${name.length.toString()}`), ['--version'], who)
      expect([(await run(who, '--version')).out.trim(), linked.out.trim()]).toEqual([version, version])
    })

    test('finds in the package and the system all that it starts', async () => {
      const { code, out } = await run(who, 'doctor')
      expect(code).toBe(0)
      expect(out).toMatch(/^ok {7}Commands run in a sandbox: bubblewrap/m)
      expect(out).toMatch(/^ok {7}Single hosts can be granted: \S+socat/m)
      expect(out).not.toMatch(/^error/m)
    })

    test('confines a command, which reads no file of the engine as its own to write', async () => {
      const inside = await run(who, 'sandbox', '--', 'sh', '-c', 'echo kept > here && cat here')
      expect([inside.code, inside.out.trim()]).toEqual([0, 'kept'])
      const outside = await run(who, 'sandbox', '--', 'sh', '-c', `echo x > '${join(base, 'escaped')}'`)
      expect(outside.code).not.toBe(0)
      expect(outside.err).toMatch(/Read-only|Permission denied/)
    })

    test('has terminals for commands, from the library in the package', async () => {
      const script = `const { requireBinary } = require('@lydell/node-pty/requireBinary.js'); process.stdout.write(requireBinary('pty.node').open(80, 24).pty)`
      const node = join(launcher, '../../node_modules/node/bin/node')
      const ran = await runProgram(node, ['-e', script], { ...who, cwd: join(launcher, '../..') })
      expect(ran.out).toMatch(/^\/dev\/pts\/\d+$/)
    })

    test('reads command lines with the grammar in the package', async () => {
      const ran = await run(who, 'assess', '--json', '--', 'sh', '-c', 'cd /etc && rm -rf ./passwd')
      expect(ran.err).toBe('')
      expect(ran.out).toContain('/etc/passwd')
    })

    test('runs a turn', async () => {
      const own = {
        ...who,
        env: {
          ...who.env,
          ...home.env,
          PATH: path,
          HOME: who.env['HOME'],
          COUNTERSIGN_HOME: join(base, `turn-${name.length.toString()}`),
        },
      }
      mkdirSync(own.env.COUNTERSIGN_HOME)
      const config = readFileSync(join(home.base, 'config.toml'), 'utf8')
      writeFileSync(join(own.env.COUNTERSIGN_HOME, 'config.toml'), config)
      if (uid !== undefined) ask('chown', ['-R', String(uid), own.env.COUNTERSIGN_HOME])
      const ran = await run(own, 'exec', '--skip-git-repo-check', 'Say so')
      expect([ran.err, ran.code]).toEqual([expect.any(String), 0])
      expect(ran.out).toContain('All done.')
    })

    test('asks for what the sandbox stops, and denies it, in the demo', async () => {
      const ran = await run(who, 'demo', '--json', '--answer', 'deny')
      const types = jsonLines<{ type: string }>(ran).map(({ type }) => type)
      expect(types).toEqual(expect.arrayContaining(['approval.requested', 'approval.resolved']))
    })

    test.each(['app-server', 'mcp-server'] as const)('serves programs as %s', async (program) => {
      const server = startAppServer({
        env: who.env,
        cwd: who.cwd,
        program,
        launcher,
        ...(uid === undefined ? {} : { user: uid }),
      })
      const params =
        program === 'app-server'
          ? plainClient
          : { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
      server.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
      const answer = await server.until((each) => each['id'] === 1)
      expect(answer).toHaveProperty('result')
      expect((await server.end()).code).toBe(0)
    })

    test('serves its window to a browser', async () => {
      const { env, ...user } = who
      const window = await serveWindow(env, { launcher, ...user })
      servers.push(window.child)
      const { status, body } = await new FakeBrowser(new URL(window.url).host).ask({})
      expect([status, body]).toEqual([200, expect.stringContaining('<script type="module"')])
      await window.stop()
    })
  })

  test('the one file of the package is what OpenAI’s SDK takes, and its run is answered in a window of the package', async () => {
    const world = await sdkWorld((request) =>
      bodyText(request).includes('function_call_output') ? { text: 'So it is.' } : shell('touch', target),
    )
    const target = join(world.base, 'outside.txt')
    const env = { ...world.env, PATH: path }
    const window = await serveWindow(env, { launcher })
    try {
      const turn = world
        .codex({ codexPathOverride: launcher, env })
        .startThread({ ...world.thread, approvalPolicy: 'on-failure' })
        .run('Write it down.')
      await expect.poll(() => window.waiting().length, { timeout: 120_000 }).toBe(1)
      await window.decide(window.waiting()[0]?.id ?? '', { kind: 'allow', offerId: 'only-this' })
      expect([(await turn).finalResponse, existsSync(target)]).toEqual(['So it is.', true])
    } finally {
      await window.stop('SIGKILL')
      await removeWorlds()
    }
  })

  test('what `hosts install` sends of it is all but types, what is for Windows and what only the window has', () => {
    const root = join(launcher, '../..')
    const sent = new Set(engineFiles(root).map(({ path }) => path))
    const left = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(root, path)).isFile() && !sent.has(path))
      .filter((path) => !/\.[cm]?ts$|\/srt-win\//.test(path))
      .map((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path)
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const needed = Object.keys(dependencies).map((name) => `node_modules/${name}`)
    expect(
      [...new Set(left)].filter((each) => needed.includes(each) || !each.startsWith('node_modules/')),
    ).toEqual(['node_modules/electron-updater'])
  })

  test('the launcher of the installed package leads to the engine below /opt', async () => {
    const installed = join(import.meta.dirname, '../../../build/linux/countersign')
    const wrap = ['--dev-bind', '/', '/', '--ro-bind', join(base, 'opt'), '/opt', installed, '--version']
    const ran = await runProgram('bwrap', wrap, { env: { PATH: path } })
    expect([ran.err, ran.code]).toEqual(['', 0])
    expect(ran.out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test('what ssh asks with hands the question over and prints the answer', async () => {
    const socket = join(base, 'ask.sock')
    const heard: string[] = []
    const server = createServer((asking) => {
      asking.once('data', (piece) => {
        heard.push(piece.toString())
        asking.end('an answer\n')
      })
    }).listen(socket)
    const env = { PATH: path, COUNTERSIGN_ASKPASS: socket, COUNTERSIGN_ASKPASS_TOKEN: 'token' }
    const ran = await runProgram(`${launcher}-askpass`, ['Password: '], { env })
    server.close()
    expect([ran.code, ran.out, ran.err]).toEqual([0, 'an answer\n', ''])
    expect(heard.map((line): unknown => JSON.parse(line))).toEqual([{ token: 'token', prompt: 'Password: ' }])
    const alone = await runProgram(`${launcher}-askpass`, ['Password: '], { env })
    expect([alone.code, alone.out, alone.err]).toEqual([1, '', ''])
  })

  test('an engine with a part missing says which', async () => {
    const broken = join(base, 'broken')
    mkdirSync(join(broken, 'bin'), { recursive: true })
    cpSync(launcher, join(broken, 'bin/countersign'))
    const ran = await runProgram(join(broken, 'bin/countersign'), ['--version'], { env: { PATH: path } })
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('out/main/cli.js is not there')])
  })
}
