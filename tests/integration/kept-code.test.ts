import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildChild } from '../fakes/build-child'

/** What V8 made of a program is kept when it has run, and is believed for the very file it was made of alone. */

let [bundled, keeper, base] = ['', '', '']
beforeAll(async () => {
  bundled = mkdtempSync(join(tmpdir(), 'cs-keeper-'))
  keeper = await buildChild(join(import.meta.dirname, '../../src/main/kept-code.ts'), bundled)
})
afterAll(() => {
  rmSync(bundled, { recursive: true })
})
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'cs-kept-'))
  mkdirSync(join(base, 'program'))
  mkdirSync(join(base, 'kept'))
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

/** Writes a file of the program; all are of one moment unless it is said otherwise. */
function put(name: string, text: string, second = 1): void {
  writeFileSync(join(base, name), text)
  utimesSync(join(base, name), second, second)
}
const says = (word: string): string => `exports.say = () => ${JSON.stringify(word)}`

/** Runs the program's entry, and gives what it printed. */
function run(code = 0): string {
  const entry = `require(process.argv[1]).keepCode(process.argv[2], process.argv[3], 'cmd'); require(process.argv[3] + '/main.js')`
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '-e', entry, keeper, join(base, 'kept'), join(base, 'program')],
    { encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([code, ''])
  return stdout
}
const keptFiles = (): string[] => readdirSync(join(base, 'kept')).map((name) => join(base, 'kept', name))
const onlyKept = (): string => {
  const [file = '', ...others] = keptFiles()
  expect(others).toEqual([])
  return file
}
const replaced = (bytes: Buffer, word: string, by: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(word, by), 'latin1')

beforeEach(() => {
  put('program/main.js', `console.log(require('./part.js').say(), typeof module, __filename.slice(-7))`)
  put('program/part.js', says('tulip'))
})

test('a function that ran is taken from there, and nothing is compiled from a text of the same version', () => {
  expect(run()).toBe('tulip object main.js\n')
  const kept = readFileSync(onlyKept())
  put('program/part.js', says('poppy')) // no version of the file would be as long and as old
  expect(run()).toBe('tulip object main.js\n')
  expect(readFileSync(onlyKept())).toEqual(kept)
})

test('what a longer run calls beyond that is kept as well; a short one ends at once', () => {
  put(
    'program/main.js',
    `const part = require('./part.js')
    if (process.env.MORE) part.more()
    if (process.env.MORE === 'long') setTimeout(() => undefined, 1600)`,
  )
  put('program/part.js', `exports.more = () => [1].map((each) => ({ [each]: 'orchid' }))`)
  const keptAfter = (more: string): string => {
    process.env['MORE'] = more
    try {
      run()
      return readFileSync(onlyKept(), 'latin1')
    } finally {
      delete process.env['MORE']
    }
  }
  expect(keptAfter('')).not.toContain('orchid')
  expect(keptAfter('short')).not.toContain('orchid')
  const after = keptAfter('long')
  expect(after).toContain('orchid')
  expect(keptAfter('long')).toBe(after)
})

test.each([
  ['written at another time', says('poppy'), 2, 'poppy'],
  ['of another length', says('longer'), 1, 'longer'],
])('a file %s is compiled, and kept anew', (_, text, second, said) => {
  run()
  const before = readFileSync(onlyKept())
  put('program/part.js', text, second)
  expect(run()).toBe(`${said} object main.js\n`)
  expect(readFileSync(onlyKept())).not.toEqual(before)
})

test('data that are not as they were written are not run', () => {
  run()
  const kept = readFileSync(onlyKept())
  const damaged = replaced(kept, 'tulip', 'tuLip')
  expect(damaged).not.toEqual(kept)
  writeFileSync(onlyKept(), damaged)
  expect(run()).toBe('tulip object main.js\n')
  expect(readFileSync(onlyKept(), 'latin1')).not.toContain('tuLip')
})

test.each([
  ['empty', ''],
  ['no JSON', 'x'],
  ['no list', '{}\n'],
  ['of other fields', '[1,[2],["",3]]\n'],
  ['longer than it is', '[["/x","1 1",0,99999999]]\n'],
])('a file whose first line is %s is made anew', (_, text) => {
  run()
  const kept = readFileSync(onlyKept())
  writeFileSync(onlyKept(), text)
  expect(run()).toBe('tulip object main.js\n')
  expect(readFileSync(onlyKept()).length).toBeGreaterThan(kept.length / 2)
})

test('files that are gone leave it, files that one run did not need stay', () => {
  put('program/main.js', `require('./part.js'); require('./more.js')`)
  put('program/more.js', says('more'))
  run()
  put('program/main.js', `require('./late.js')`, 3)
  put('program/late.js', says('late'))
  rmSync(join(base, 'program/part.js'))
  run()
  const [head = ''] = readFileSync(onlyKept(), 'utf8').split('\n')
  const names = (JSON.parse(head) as [string][]).map(([name]) => name).sort()
  expect(names).toEqual(['late.js', 'main.js', 'more.js'])
})

test('what the build laid beside the program is taken where the home has nothing, and is no reason to keep more', () => {
  run()
  const kept = readFileSync(onlyKept(), 'latin1')
  const cut = kept.indexOf('\n')
  const head = (JSON.parse(kept.slice(0, cut)) as [string, string, ...unknown[]][]).map(
    ([name, as, ...rest]) => [name, as.replace(/ .*/, ''), ...rest],
  )
  const laid = join(base, 'program/kept', `${process.arch}-${process.versions.v8}`)
  mkdirSync(laid, { recursive: true })
  writeFileSync(join(laid, 'all'), Buffer.from(JSON.stringify(head) + kept.slice(cut), 'latin1'))
  rmSync(onlyKept())
  put('program/part.js', says('poppy'), 7) // as long, put there at another time: what was laid there says by name what it is of
  expect(run()).toBe('tulip object main.js\n')
  expect(keptFiles()).toEqual([])
  put('program/part.js', says('longer'))
  expect(run()).toBe('longer object main.js\n')
  expect(readFileSync(onlyKept(), 'latin1')).not.toContain('main.js"')
})

test('a server that a signal ended leaves what it ran', () => {
  put('program/main.js', `require('./part.js'); process.exitCode = 130`)
  run(130)
  expect(readFileSync(onlyKept(), 'latin1')).toContain('part.js')
})

test('nothing is kept of what lies elsewhere, nor of a run that failed', () => {
  put('program/main.js', `require('../part.js'); process.exitCode = 3`)
  put('part.js', says('part'))
  run(3)
  expect(keptFiles()).toEqual([])
  put('program/main.js', `require('../part.js')`)
  run()
  expect(readFileSync(onlyKept(), 'latin1')).not.toContain(join(base, 'part.js'))
})

test('where nothing can be kept the program runs as ever', () => {
  rmSync(join(base, 'kept'), { recursive: true })
  writeFileSync(join(base, 'kept'), '')
  expect(run()).toBe('tulip object main.js\n')
})

test.each(['all', 'sandbox'])(
  'what the build laid there as %s is of the files that are there, and V8 takes it',
  (name) => {
    const main = join(import.meta.dirname, '../../out/main')
    const looked = `
    const [{ readFileSync }, { join }, { Script }, { wrap }] = ['fs', 'path', 'vm', 'module'].map(require)
    const [, main, name] = process.argv
    const bytes = readFileSync(join(main, 'kept', process.arch + '-' + process.versions.v8, name))
    let at = bytes.indexOf('\\n') + 1
    const seen = JSON.parse(bytes.subarray(0, at)).map(([file, , , length]) => {
      const cachedData = bytes.subarray(at, (at += length))
      const script = new Script(wrap(readFileSync(join(main, file), 'utf8')), { filename: join(main, file), cachedData })
      return [file, script.cachedDataRejected]
    })
    console.log(JSON.stringify(seen))`
    const { stdout } = spawnSync(process.execPath, ['-e', looked, main, name], { encoding: 'utf8' })
    const seen = JSON.parse(stdout) as [string, boolean][]
    expect(seen.length).toBeGreaterThan(10)
    expect(seen.filter(([, isRefused]) => isRefused)).toEqual([])
    expect(seen.map(([file]) => file).join(' ')).toContain('/compose-base-')
  },
)
