import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildChild } from '../../fakes/build-child'
import { someBySeed } from '../../fakes/by-seed'
import { killAt, spreadOver, type KillMoment } from '../../fakes/kill-moment'
import { processesWith } from '../../fakes/processes-with'
import { keepingIn, untilKept } from './keeping'

let [bundled, program] = ['', '']
let base = ''
let folder = ''
const problems: unknown[] = []

beforeAll(async () => {
  bundled = mkdtempSync('/var/tmp/cs-keptkillchild-')
  program = await buildChild(join(import.meta.dirname, 'keeping-child.ts'), bundled)
})
afterAll(() => {
  rmSync(bundled, { recursive: true, force: true })
})

beforeEach(() => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-keptkill-'))
  folder = join(base, 'work')
  for (const each of [folder, join(base, 'state')]) mkdirSync(each)
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
  expect(problems.splice(0)).toEqual([])
})

const picture = (): string =>
  execFileSync(
    'sh',
    [
      '-c',
      'cd "$1" && find . -type f -print0 | sort -z | xargs -0 -r sha256sum; find . | sort',
      'sh',
      folder,
    ],
    {
      encoding: 'utf8',
    },
  )

/** Does it; killed then, or never. Returns how long it took. */
async function does(what: string, moment: KillMoment = 'never'): Promise<number> {
  const child = spawn(process.execPath, [program, base, what], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let begun = 0
  let ended = (): void => undefined
  child.stdout.setEncoding('utf8').once('data', () => {
    begun = performance.now()
    ended = killAt(child, moment)
  })
  await new Promise((settle) => child.once('close', settle))
  ended()
  // What it started ends with it.
  await expect.poll(() => processesWith(join(base, 'state/checkpoints'))).toEqual([])
  return performance.now() - begun
}

const place = () => ({ sessionId: 's-1', cwd: folder })

test(
  'an engine killed at any point of taking a turn back, or doing it again, has done all of it or nothing',
  { timeout: 600_000 },
  async () => {
    const files = 600
    const write = (text: string): void => {
      for (let count = 0; count < files; count += 1) {
        mkdirSync(join(folder, `d${String(count % 20)}`), { recursive: true })
        writeFileSync(join(folder, `d${String(count % 20)}/f${String(count)}`), `${text} ${String(count)}\n`)
      }
    }
    write('one')
    const before = picture()
    const kept = keepingIn(base, problems)
    const turn = kept.follow({ ...place(), turnNumber: 1 })
    await turn.begun
    write('two')
    for (const name of ['d3', 'd7']) rmSync(join(folder, name), { recursive: true })
    mkdirSync(join(folder, 'made/in'), { recursive: true })
    writeFileSync(join(folder, 'made/in/it'), 'new\n')
    turn.end()
    await untilKept(base, 's-1', 1)
    await kept.close()
    const after = picture()
    const whole = Math.max(await does('undo'), await does('redo'))
    expect(picture()).toBe(after)
    let inTheMiddle = 0
    let isUndone = false
    // In the middle of it for certain, and then spread: most of it is looking; the last third changes something.
    const moments: KillMoment[] = [
      { firstChangeIn: join(folder, 'd0') },
      ...someBySeed('the moments of killed-checkpoints', spreadOver(30), 5).map(
        (part) => whole * (0.5 + 0.5 * part),
      ),
    ]
    for (const moment of moments) {
      await does(isUndone ? 'redo' : 'undo', moment)
      const left = picture()
      if (left !== before && left !== after) inTheMiddle += 1
      const engine = keepingIn(base, problems)
      await engine.mendLeft()
      isUndone = (await engine.look(place(), 'redo')).kind === 'ready'
      expect(picture()).toBe(isUndone ? before : after)
      expect(await engine.look(place(), 'undo')).toMatchObject({ kind: isUndone ? 'nothing' : 'ready' })
      await engine.close()
    }
    // The kills were spread over it, so that the above says something.
    expect(inTheMiddle).toBeGreaterThan(0)
  },
)

test(
  'an engine killed in the first copy of a folder leaves the folder as it is, and the next copy is whole',
  { timeout: 600_000 },
  async () => {
    for (let count = 0; count < 1000; count += 1)
      writeFileSync(join(folder, `f${String(count)}`), `one ${String(count)}\n`)
    const before = picture()
    const whole = await does('keep')
    for (const part of someBySeed('the moments of the first copy', spreadOver(10), 4)) {
      rmSync(join(base, 'state/checkpoints'), { recursive: true })
      await does('keep', whole * part)
      expect(picture()).toBe(before)
      const engine = keepingIn(base, problems)
      const turn = engine.follow({ ...place(), turnNumber: 2 })
      await turn.begun
      writeFileSync(join(folder, 'f0'), 'two\n')
      turn.end()
      const looked = await engine.look(place(), 'undo')
      expect(looked, JSON.stringify(problems)).toMatchObject({ kind: 'ready', turnNumber: 2 })
      await engine.restore(place(), { way: 'undo', turnNumber: 2, sinceToo: false })
      expect(picture()).toBe(before)
      await engine.close()
    }
    expect([existsSync(join(folder, '.git')), readFileSync(join(folder, 'f0'), 'utf8')]).toEqual([
      false,
      'one 0\n',
    ])
  },
)

/** The repository that the folder is kept in. */
function repository(): string {
  const all = join(base, 'state/checkpoints')
  const [store = ''] = readdirSync(all).filter((name) => name !== 'tidied')
  return join(all, store, 'git')
}

test('what a killed git left locked is nobody’s: the next one keeps, takes back and does again', async () => {
  writeFileSync(join(folder, 'it'), 'one\n')
  const engine = keepingIn(base, problems)
  const turn = engine.follow({ ...place(), turnNumber: 1 })
  await turn.begun
  writeFileSync(join(folder, 'it'), 'two\n')
  turn.end()
  expect(await engine.look(place(), 'undo')).toMatchObject({ kind: 'ready', turnNumber: 1 })
  const store = join(repository(), '..')
  const references = join(repository(), 'refs/turns/s-1')
  for (const way of ['undo', 'redo'] as const) {
    for (const name of ['1/undone', '1/after', 'now']) writeFileSync(join(references, `${name}.lock`), '')
    for (const path of ['next', 'files.index', 'rights.index', 'git/index', 'git/packed-refs'].map(
      (name) => `${name}.lock`,
    ))
      writeFileSync(join(store, path), '')
    // What says that a script was killed, in its words of now and of earlier.
    writeFileSync(join(store, way === 'undo' ? 'working' : 'busy'), way === 'undo' ? 'yes\n' : '')
    await engine.restore(place(), { way, turnNumber: 1, sinceToo: false })
    expect(readFileSync(join(folder, 'it'), 'utf8')).toBe(way === 'undo' ? 'one\n' : 'two\n')
    expect(readFileSync(join(store, 'working'), 'utf8') + String(existsSync(join(store, 'busy')))).toBe(
      'false',
    )
  }
  await engine.close()
})

test('a folder is kept though tidying takes away the folder that git was about to write into', async () => {
  // What git says then, once for each kind of use of it that writes.
  const shim = join(base, 'shim')
  mkdirSync(shim)
  writeFileSync(
    join(shim, 'git'),
    `#!/bin/sh
for each do case $each in --add|write-tree) use=$each ;; esac; done
if [ "\${use:-}" ] && mkdir "$GIT_DIR/failed-$use" 2> /dev/null; then
  echo 'error: unable to create temporary file: No such file or directory' >&2
  exit 128
fi
PATH=\${PATH#*:} exec git "$@"
`,
    { mode: 0o755 },
  )
  vi.stubEnv('PATH', `${shim}:${process.env.PATH ?? ''}`)
  writeFileSync(join(folder, 'it'), 'one\n')
  const engine = keepingIn(base, problems)
  await engine.follow({ ...place(), turnNumber: 1 }).begun
  const failed = readdirSync(repository()).filter((name) => name.startsWith('failed-'))
  expect(failed).toEqual(['failed---add', 'failed-write-tree'])
  writeFileSync(join(folder, 'it'), 'two\n')
  await engine.follow({ ...place(), turnNumber: 2 }).begun
  expect(
    execFileSync('git', ['-C', repository(), 'show', 'refs/turns/s-1/1/before:files/it']).toString(),
  ).toBe('one\n')
  vi.unstubAllEnvs()
  await engine.close()
})
