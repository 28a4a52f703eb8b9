import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inputHash } from '../../../scripts/setup/build.mjs'
import { installed, installWith } from '../../../scripts/setup/install.mjs'
import { appEnvironment, run, toolEnvironment } from '../../../scripts/setup/run.mjs'

describe('what of the packages is there', () => {
  type Facts = Parameters<typeof installed>[0]
  const rows: [title: string, change: Partial<Facts>, there: ReturnType<typeof installed>][] = [
    ['nothing when nothing is installed', { installedTime: undefined, stamp: 'lock' }, 'none'],
    ['nothing when the stamp is of another lockfile', { stamp: 'old' }, 'none'],
    ['nothing when what starting needs is of another lockfile', { stamp: 'old to-start' }, 'none'],
    ['all while the stamp is of this lockfile', { stamp: 'lock\n', installedTime: 1 }, 'all'],
    ['what starting needs, where the stamp says so', { stamp: 'lock to-start\n' }, 'to-start'],
    ['nothing without a stamp, when the lockfile is newer', { installedTime: 1 }, 'none'],
    ['all without a stamp, when the installation is newer', { installedTime: 3 }, 'all'],
  ]

  test.each(rows)('%s', (_title, change, there) => {
    const facts = { lockHash: 'lock', lockTime: 2, installedTime: 3, stamp: undefined, ...change }
    expect(installed(facts)).toBe(there)
  })

  test.each([
    [true, 'ci --prefer-offline\nci\n'],
    [false, 'ci\n'],
  ])('an old cache of npm is no reason to fail (nothing installed: %j)', async (fresh, asked) => {
    const base = mkdtempSync(join(tmpdir(), 'cs-npm-'))
    const [npm, log] = [join(base, 'npm.js'), join(base, 'log')]
    const say = 'const said = process.argv.slice(2).join(" ")'
    writeFileSync(
      npm,
      `${say}\nrequire('fs').appendFileSync(${JSON.stringify(log)}, said + '\\n')\nprocess.exit(said === 'ci' ? 0 : 1)`,
    )
    vi.stubEnv('npm_execpath', npm)
    vi.stubEnv('npm_node_execpath', process.execPath)
    const code = await installWith(['ci'], fresh)
    expect([code, readFileSync(log, 'utf8')]).toEqual([0, asked])
    vi.unstubAllEnvs()
    rmSync(base, { recursive: true })
  })

  test('what starting needs is what nothing but tests and checks loads', () => {
    const text = (file: string): string => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')
    const { devDependencies: ofTests } = JSON.parse(text('tests/package.json')) as {
      devDependencies: Record<string, string>
    }
    const toStart = [
      'electron.vite.config.ts',
      ...globSync('scripts/{start,build,*-*}.mjs'),
      ...globSync('scripts/setup/*.mjs'),
    ]
    const loaded = [...toStart, ...globSync('src/**/*.{ts,tsx}')].flatMap((file) =>
      [...text(file).matchAll(/\bfrom '([^'.@/][^'/]*|@[^'/]+\/[^'/]+)/g)].map(([, name = '']) => name),
    )
    expect(loaded).toContain('zod')
    expect(Object.keys(ofTests).filter((name) => loaded.includes(name))).toEqual([])
  })
})

describe('the hash of the build inputs', () => {
  let base: string
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'countersign-hash-'))
    mkdirSync(join(base, 'src/main'), { recursive: true })
    writeFileSync(join(base, 'src/main/a.ts'), 'a')
    writeFileSync(join(base, 'package.json'), '{}')
  })
  afterEach(() => {
    rmSync(base, { recursive: true })
  })
  const hash = () => inputHash(base, ['src', 'package.json', 'missing.json'])

  test('stays when a file is only touched', () => {
    const before = hash()
    writeFileSync(join(base, 'src/main/a.ts'), 'a')
    expect(hash()).toBe(before)
  })

  test.each<[title: string, change: () => void]>([
    [
      'a content changes',
      () => {
        writeFileSync(join(base, 'src/main/a.ts'), 'b')
      },
    ],
    [
      'a file is added',
      () => {
        writeFileSync(join(base, 'src/main/b.ts'), '')
      },
    ],
    [
      'a file goes',
      () => {
        rmSync(join(base, 'src/main/a.ts'))
      },
    ],
    [
      'a missing input appears',
      () => {
        writeFileSync(join(base, 'missing.json'), '{}')
      },
    ],
  ])('changes when %s', (_title, change) => {
    const before = hash()
    change()
    expect(hash()).not.toBe(before)
  })
})

describe('the path', () => {
  test('starts with the project’s own tools for a tool, whatever the variable’s spelling', () => {
    const environment = toolEnvironment({ Path: '/usr/bin' })
    expect(Object.keys(environment)).toEqual(['Path', 'NODE_DISABLE_COMPILE_CACHE'])
    expect(environment['Path']).toMatch(/node_modules\/\.bin:\/usr\/bin$/)
  })

  test('holds none of npm’s folders for the app', () => {
    const path = '/clone/node_modules/.bin:/node_modules/.bin:/npm/node-gyp-bin:/home/a/bin:/usr/bin'
    expect(appEnvironment({ PATH: path, HOME: '/home/a' })).toEqual({
      PATH: '/home/a/bin:/usr/bin',
      HOME: '/home/a',
    })
  })
})

describe('running a program', () => {
  const node = (script: string, timeoutMs?: number) =>
    run(process.execPath, ['-e', script], {
      capture: true,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    })

  test('gives its exit code and both outputs', async () => {
    const ended = await node('console.log(1); console.error(2); process.exitCode = 7')
    expect({ ...ended, output: ended.output.split('\n').sort() }).toEqual({
      code: 7,
      output: ['', '1', '2'],
      timedOut: false,
    })
  })

  test('gives 128 + the signal for one that was killed', async () => {
    expect((await node('process.kill(process.pid, "SIGTERM")')).code).toBe(143)
  })

  test('says why one could not be started, and does not throw', async () => {
    const ended = await run('/nowhere/program', [], { capture: true })
    expect(ended).toMatchObject({ code: 1, timedOut: false })
    expect(ended.output).toContain('ENOENT')
  })

  test('kills one that has had its time', async () => {
    expect(await node('setInterval(() => {}, 1000)', 100)).toMatchObject({ code: 137, timedOut: true })
  })
})
