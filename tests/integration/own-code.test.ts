import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { nodeVariables } from '../../src/main/adapters/own-process/node-variables'
import { cliEntry, runProgram, type Ran } from '../fakes/run-cli'

/** Where code, data and sockets lie that the engine loads or believes: nobody but this user and root may write there. */

const root = join(import.meta.dirname, '../..')
const launcher = join(root, 'bin/countersign')
const isRoot = process.getuid?.() === 0
const made: string[] = []
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true })
})

interface Place {
  readonly base: string
  readonly home: string
  readonly temporary: string
  readonly work: string
  /** Runs the launcher with these words, as this user. */
  run(
    words: readonly string[],
    env?: NodeJS.ProcessEnv,
    who?: { readonly uid?: number; readonly gid?: number },
  ): Promise<Ran>
}

const users = isRoot ? (['root', 'ordinary'] as const) : (['ordinary'] as const)
type User = (typeof users)[number]

function open(user: User): Place {
  const base = mkdtempSync('/var/tmp/cs-code-')
  made.push(base)
  const at = (name: string): string => join(base, name)
  for (const name of ['home', 'tmp', 'work']) mkdirSync(at(name), { mode: 0o700 })
  mkdirSync(at('home/state'), { mode: 0o700 })
  const as = isRoot && user === 'ordinary' ? { uid: 65_534, gid: 65_534 } : {}
  if (as.uid !== undefined) execFileSync('chown', ['-R', '65534:65534', base])
  const own = {
    PATH: process.env['PATH'],
    HOME: at('home'),
    TMPDIR: at('tmp'),
    COUNTERSIGN_HOME: at('home/state'),
  }
  return {
    base,
    home: at('home/state'),
    temporary: at('tmp'),
    work: at('work'),
    run: (words, env = {}, who = as) =>
      runProgram(launcher, words, { env: { ...own, ...env }, cwd: at('work'), ...who }),
  }
}

const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe.each(users)('as %s user', (user) => {
  test('what V8 made of the code lies in the home for its owner alone, and nothing in the temporary folder', async () => {
    const place = open(user)
    expect((await place.run(['--version'])).code).toBe(0)
    const cache = join(place.home, 'code-cache')
    expect([statSync(cache).mode & 0o777, below(cache).length > 0, readdirSync(place.temporary)]).toEqual([
      0o700,
      true,
      [],
    ])
  })

  test('a sandboxed command neither reads nor writes it, also where the home lies in its workspace', async () => {
    const place = open(user)
    await place.run(['--version'])
    const [entry = ''] = below(join(place.home, 'code-cache'))
    const was = readFileSync(entry)
    for (const cwd of [place.work, join(place.base, 'home')]) {
      const script = `cat "${entry}" >/dev/null && echo READ; echo x >> "${entry}" && echo WRITTEN; mv "${place.home}" "${place.home}.x" && echo MOVED; echo DONE`
      const ran = await place.run(['sandbox', '--cwd', cwd, '--', 'sh', '-c', script], {
        HOME: join(place.base, 'none'),
      })
      expect([cwd, ran.out]).toEqual([cwd, 'DONE\n'])
    }
    expect(readFileSync(entry)).toEqual(was)
  })

  test('one that others could have written is not used', async () => {
    const place = open(user)
    const cache = join(place.home, 'code-cache')
    const other = join(place.base, 'other')
    const unused = async (): Promise<void> => {
      expect((await place.run(['--version'])).out).toMatch(/^\d/)
      expect(existsSync(other) ? below(other) : []).toEqual([])
    }
    // A link, in its place and on the way to it.
    execFileSync('install', ['-d', '-m', '700', '-o', String(statSync(place.base).uid), other])
    symlinkSync(other, cache)
    await unused()
    rmSync(cache)
    renameSync(place.home, join(place.base, 'moved'))
    symlinkSync(join(place.base, 'moved'), place.home)
    await unused()
    expect(existsSync(join(place.base, 'moved/code-cache'))).toBe(false)
    rmSync(place.home)
    renameSync(join(place.base, 'moved'), place.home)
    // A folder that others may write to, and one around it.
    mkdirSync(cache)
    chownSync(cache, statSync(place.base).uid, statSync(place.base).gid)
    chmodSync(cache, 0o777)
    await unused()
    expect(below(cache)).toEqual([])
    chmodSync(cache, 0o700)
    chmodSync(place.base, 0o777)
    await unused()
    expect(below(cache)).toEqual([])
  })

  test.each([[['--version']], [['assess', '--no-model', '--', 'ls']]])(
    'entries of %j that are damaged, of another version or empty are made anew',
    async (words) => {
      const place = open(user)
      const first = await place.run(words)
      const entries = below(join(place.home, 'code-cache'))
      for (const [index, entry] of entries.entries())
        if (index % 3 === 0) writeFileSync(entry, '')
        else if (index % 3 === 1) writeFileSync(entry, readFileSync(entry).subarray(0, 40))
        else appendFileSync(entry, 'x')
      const ran = await place.run(words)
      expect([ran.code, ran.out, ran.err]).toEqual([0, first.out, ''])
    },
  )

  test('what V8 made of the functions that a command ran lies there as well, for the owner alone, and is written once', async () => {
    const place = open(user)
    const kept = (): string[] =>
      below(join(place.home, 'code-cache')).filter((path) => /\/rehearse-\w+$/.test(path))
    expect((await place.run(['rehearse', '--cwd', '/nowhere', '--', 'true'])).code).not.toBe(0)
    expect(kept()).toEqual([]) // of a run that failed nothing is kept
    expect((await place.run(['rehearse', '--', 'true'])).code).toBe(0)
    const [file = ''] = kept()
    const { ino, mode, uid } = statSync(file)
    expect([kept().length, mode & 0o777, uid]).toEqual([1, 0o600, statSync(place.base).uid])
    expect((await place.run(['rehearse', '--', 'true'])).code).toBe(0)
    expect(statSync(file).ino).toBe(ino)
  })

  test('no variable that a Node reads leads the program anywhere', async () => {
    const place = open(user)
    const elsewhere = join(place.base, 'tmp/elsewhere')
    mkdirSync(elsewhere)
    chmodSync(elsewhere, 0o777)
    const planted = join(elsewhere, 'planted.cjs')
    writeFileSync(planted, `require('node:fs').writeFileSync(${JSON.stringify(join(elsewhere, 'RAN'))}, '')`)
    const ran = await place.run(['sandbox', '--', 'true'], {
      NODE_OPTIONS: `--require ${planted}`,
      NODE_PATH: elsewhere,
      NODE_COMPILE_CACHE: join(elsewhere, 'cc'),
      NODE_REDIRECT_WARNINGS: join(elsewhere, 'warnings'),
      NODE_REPL_EXTERNAL_MODULE: planted,
      NODE_V8_COVERAGE: join(elsewhere, 'coverage'),
      NODE_ICU_DATA: elsewhere,
      OPENSSL_CONF: join(elsewhere, 'openssl.cnf'),
      npm_config_cache: join(elsewhere, 'npm'),
      npm_config_prefix: elsewhere,
      npm_config_node_options: `--require ${planted}`,
    })
    expect([ran.code, ran.err, readdirSync(elsewhere)]).toEqual([0, '', ['planted.cjs']])
  })

  test('a home that others may write to is shut to them before anything in it is believed', async () => {
    const place = open(user)
    chmodSync(place.home, 0o777)
    expect((await place.run(['config'])).code).toBe(0)
    expect(statSync(place.home).mode & 0o777).toBe(0o700)
  })

  test.each(['work', 'tmp'])(
    'nothing runs while the home is reached by a link in %s, which it could turn',
    async (name) => {
      const place = open(user)
      const link = join(place.base, name, 'state')
      symlinkSync(place.home, link)
      const planted = join(place.base, 'tmp/planted')
      const script = `rm "${link}"; ln -s "${planted}" "${link}"`
      const ran = await place.run(['sandbox', '--', 'sh', '-c', script], { COUNTERSIGN_HOME: link })
      expect([readlinkSync(link), ran.out, ran.err]).toEqual([
        place.home,
        '',
        expect.stringContaining(
          `${join(place.base, name)} holds the link ${link}, by which Countersign's own folder is reached`,
        ),
      ])
      expect((await place.run(['sandbox', '--', 'true'])).code).toBe(0)
    },
  )

  test('a home that somebody else could put another in place of is refused, with what was expected', async () => {
    const place = open(user)
    writeFileSync(join(place.home, 'config.toml'), 'model = "planted"\n')
    chmodSync(join(place.base, 'home'), 0o777)
    const ran = await place.run(['config'])
    expect([ran.code === 0, ran.out, ran.err]).toEqual([
      false,
      '',
      expect.stringContaining(
        `${join(place.base, 'home')} may be written to by others; expected a folder of this user's own`,
      ),
    ])
  })
})

test.runIf(isRoot)("a home that is another user's is refused", async () => {
  const place = open('root')
  chownSync(place.home, 65_534, 65_534)
  const ran = await place.run(['config'])
  expect([ran.code === 0, ran.err]).toEqual([
    false,
    expect.stringContaining(`${place.home} belongs to another user; expected`),
  ])
})

test.runIf(isRoot).each(['config.toml', 'sessions', 'rules'])(
  'what another user left in a home while it was open is believed by nothing: %s',
  async (name) => {
    const place = open('root')
    chmodSync(place.home, 0o777)
    const left = join(place.home, name)
    if (name === 'config.toml') writeFileSync(left, 'approval_policy = "never"\nmodel = "planted"\n')
    else mkdirSync(left)
    chownSync(left, 65_534, 65_534)
    const ran = await place.run(['config'])
    expect([ran.code === 0, ran.out, ran.err]).toEqual([
      false,
      '',
      expect.stringContaining(`"${left}" belongs to another user; expected`),
    ])
    chownSync(left, 0, 0)
    expect((await place.run(['config'])).code).toBe(0)
  },
)

test.runIf(isRoot)(
  'who takes the name of the folder of all engines stops no command, nor moves it to where commands write',
  async () => {
    const [uid, other] = [20_000 + (process.pid % 20_000), 65_534]
    const taken = `/var/tmp/countersign-${String(uid)}`
    const place = open('root')
    execFileSync('chown', ['-R', `${String(uid)}:${String(uid)}`, place.base])
    mkdirSync(taken, { mode: 0o700 })
    chownSync(taken, other, other)
    const ours = (): readonly string[] =>
      ['/var/tmp', '/tmp', join(place.base, 'tmp')].flatMap((folder) =>
        readdirSync(folder)
          .filter((name) => name.startsWith(`countersign-${String(uid)}`))
          .map((name) => join(folder, name)),
      )
    try {
      // Of a folder that is there and may not be entered root is told nothing: as an ordinary user, twice.
      for (const word of ['once', 'twice']) {
        const ran = await place.run(
          ['sandbox', '--', 'sh', '-c', `id -u; echo ${word}`],
          {},
          { uid, gid: uid },
        )
        expect([ran.code, ran.out, ran.err]).toEqual([0, `${String(uid)}\n${word}\n`, ''])
      }
      const [, instead = '', ...more] = ours()
      expect([instead.startsWith(`${taken}-`), more, statSync(instead).mode & 0o777]).toEqual([
        true,
        [],
        0o700,
      ])
    } finally {
      made.push(...ours())
    }
  },
)

test('the launchers, the start from a checkout and the engine know the same variables', () => {
  const unset = (file: string): readonly string[] | undefined =>
    /^unset ((?:.|\\\n)*?[^\\])$/m.exec(readFileSync(file, 'utf8'))?.[1]?.split(/[\s\\]+/)
  const [sh, askpass] = [unset(launcher), unset(`${launcher}-askpass`)]
  const cmd = [...readFileSync(`${launcher}.cmd`, 'utf8').matchAll(/^set "(\w+)="\r?$/gm)].map(
    ([, name]) => name,
  )
  const start = /\^\(([A-Z0-9_|]+)\)\$/
    .exec(readFileSync(join(root, 'scripts/setup/run.mjs'), 'utf8'))?.[1]
    ?.split('|')
  expect([sh, askpass, cmd, start]).toEqual([nodeVariables, nodeVariables, nodeVariables, nodeVariables])
  expect(existsSync(cliEntry)).toBe(true)
})
