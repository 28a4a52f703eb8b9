import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { isLeftBehind, ownPrefix } from '../../../src/main/adapters/own-process/process-name'

const module = pathToFileURL(resolve('src/main/adapters/own-process/process-name.ts')).href
/** A pid namespace of its own, with or without a host name of its own. */
const container = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--kill-child']
const renamed = [...container, '--uts', 'sh', '-c', 'hostname elsewhere; exec "$@"', 'sh']
const saysName = `import { ownPrefix } from ${JSON.stringify(module)}; console.log(ownPrefix()); process.stdin.resume()`
const looks = `import { isLeftBehind } from ${JSON.stringify(module)}; console.log(isLeftBehind(process.argv[1]))`

const node = (code: string): string[] => [process.execPath, '--input-type=module', '-e', code]
const living: ChildProcessWithoutNullStreams[] = []

afterEach(() => {
  for (const each of living.splice(0)) each.kill('SIGKILL')
})

/** A process in a container that lives until it is ended, and the prefix of what it would leave. */
async function engineIn(words: readonly string[]) {
  const [file = '', ...args] = [...words, ...node(saysName)]
  const engine = spawn(file, args)
  living.push(engine)
  const [name] = (await once(createInterface(engine.stdout), 'line')) as [string]
  return {
    name,
    end: async () => {
      engine.kill('SIGKILL')
      await once(engine, 'exit')
    },
  }
}

/** What an engine in a container says of a name. */
function lookFrom(words: readonly string[], name: string): boolean {
  const [file = '', ...args]: readonly string[] = [...words, ...node(looks), '--', name]
  return JSON.parse(execFileSync(file, args, { encoding: 'utf8' })) as boolean
}

test('a container’s engine is seen to live from outside, also one with this very number, and to be gone when it is', async () => {
  for (const words of [container, renamed]) {
    const { name, end } = await engineIn(words)
    expect(name).toMatch(/^\d+-\d+\.[\da-z]+\.[\da-f]{6}\.[\da-f]{6}-$/)
    expect(isLeftBehind(`${name}rehearsal-x`)).toBe(false)
    await end()
    await expect.poll(() => isLeftBehind(`${name}rehearsal-x`)).toBe(true)
  }
})

test('from a container nobody takes what the host’s engine has, nor what one of another host has', async () => {
  const beside = await engineIn(renamed)
  for (const words of [container, renamed]) expect(lookFrom(words, `${ownPrefix()}a`)).toBe(false)
  expect(lookFrom(container, `${beside.name}a`)).toBe(false)
})

test('a container that starts again takes what its earlier life left; of an earlier start of the machine all is left', async () => {
  const earlier = await engineIn(renamed)
  await earlier.end()
  expect(lookFrom(renamed, `${earlier.name}a`)).toBe(true)
  const before = ownPrefix().replace(/\.[\da-f]{6}\.([\da-f]{6}-)$/, '.000000.$1')
  expect([isLeftBehind(before), lookFrom(container, before)]).toEqual([true, true])
})
