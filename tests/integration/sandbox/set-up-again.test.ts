import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { createLinuxSandbox } from '../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { allow } from '../../../src/main/core/policy/permit'
import type { InputSink } from '../../../src/main/core/run/process-input'
import { oneBySeed } from '../../fakes/by-seed'
import { openWorlds, users } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of set up again', users)

/**
 * A folder with a launcher that, while the file `go` is there, takes away first what it is told to close, one place for each time: the
 * moment between the look and the mount, as it is hit when another program renames a file.
 */
// Root's launcher counts where programs are installed.
const folder = mkdtempSync(process.getuid?.() === 0 ? '/opt/cs-again-' : '/var/tmp/cs-again-')
const inFolder = (name: string): string => join(folder, name)
const closed = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map(
  (name) => `closed-${name}`,
)
const worlds = openWorlds({
  env: {
    PATH: `${inFolder('bin')}:/usr/bin:/bin`,
    CS_UNREADABLE: closed.map((name) => inFolder(`open/${name}`)).join(':'),
  },
})

beforeAll(() => {
  mkdirSync(inFolder('bin'))
  mkdirSync(inFolder('open'))
  // In a folder that is worked in nothing of these is closed.
  mkdirSync(inFolder('work'))
  const launcher = inFolder('bin/bwrap')
  writeFileSync(
    launcher,
    `#!/bin/sh
case "$*" in *"${inFolder('open')}/closed-"*) if [ -e ${inFolder('open/go')} ]; then
  for each in ${inFolder('open')}/closed-*; do rm -f "$each"; break; done
fi;; esac
exec /usr/bin/bwrap "$@"
`,
  )
  for (const [path, mode] of [
    ['.', 0o755],
    ['bin', 0o755],
    ['bin/bwrap', 0o755],
    ['open', 0o777],
  ] as const)
    chmodSync(inFolder(path), mode)
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function stand(count: number): void {
  for (const name of closed) rmSync(inFolder(`open/${name}`), { force: true })
  for (const name of closed.slice(0, count)) writeFileSync(inFolder(`open/${name}`), 'secret')
  for (const name of closed.slice(0, count)) chmodSync(inFolder(`open/${name}`), 0o644)
  writeFileSync(inFolder('open/go'), '')
}

test.for(chosen)('a place to close that goes meanwhile is looked for again, as %s', async (user) => {
  const world = worlds.of(user)
  stand(2)
  const script = `echo ran; cat ${inFolder('open')}/closed-*`
  const ran = await world.sh(script)
  if (ran.kind !== 'exited') throw new Error(JSON.stringify(ran))
  expect([ran.output.stdout, ran.output.aggregated.includes('bwrap')]).toEqual(['ran\n', false])
  rmSync(inFolder('open/go'))
  stand(2)
  rmSync(inFolder('open/go'))
  const still = await world.sh(script)
  if (still.kind !== 'exited') throw new Error(JSON.stringify(still))
  expect(still.output.aggregated).toContain('Permission denied')
  expect(still.output.aggregated).not.toContain('secret')
  await world.rest()
})

test.for(chosen)('one that never stands still ends in words, and nothing has run, as %s', async (user) => {
  const world = worlds.of(user)
  stand(8)
  const ran = await world.sh('echo ran > here')
  expect(ran).toEqual({
    kind: 'failed',
    reason: expect.stringMatching(/^the sandbox could not be set up: .*closed-/) as string,
  })
  const { kind } = await world.sh('test ! -e here')
  expect(kind).toBe('exited')
  await world.rest()
})

/** How many of the places to close are there still: one goes with each try that is given up. */
const standing = (): number => closed.filter((name) => existsSync(inFolder(`open/${name}`))).length

test('what the launcher said of a try that was given up is not heard, as text and as bytes', async () => {
  stand(2)
  const sandbox = createLinuxSandbox(`${inFolder('bin')}:/usr/bin:/bin`, {
    unreadable: closed.map((name) => inFolder(`open/${name}`)),
  })
  const heard: string[] = []
  const bytes: Buffer[] = []
  const workspace = inFolder('work')
  const result = await sandbox.run(
    {
      permit: allow('policy-sandboxed'),
      command: ['sh', '-c', 'echo "bwrap: mine" >&2; echo out'],
      cwd: workspace,
      workspace,
      env: { PATH: '/usr/bin:/bin' },
      policy: sandboxPolicyForMode('workspace-write'),
      timeoutMs: 60_000,
    },
    new AbortController().signal,
    Object.assign((_: string, text: string) => void heard.push(text), {
      bytes: (_: string, chunk: Uint8Array) => {
        bytes.push(Buffer.from(chunk))
        return undefined
      },
    }),
  )
  expect(result).toMatchObject({ kind: 'exited', exitCode: 0 })
  expect(standing()).toBe(0)
  for (const all of [heard.join(''), Buffer.concat(bytes).toString()])
    expect(all.split('\n').toSorted()).toEqual(['', 'bwrap: mine', 'out'])
})

test.each([
  ['comes to the try that runs, from its beginning', 1000, 'exited', 0],
  ['is used up where it is more than is kept', 300_000, 'failed', 1],
])('what is poured into a run whose first try is given up %s', async (...[, length, kind, left]) => {
  stand(2)
  const sandbox = createLinuxSandbox(`${inFolder('bin')}:/usr/bin:/bin`, {
    unreadable: closed.map((name) => inFolder(`open/${name}`)),
  })
  let attached = 0
  const workspace = inFolder('work')
  const spec = {
    ...{ command: ['cat'], cwd: workspace, workspace, env: { PATH: '/usr/bin:/bin' }, timeoutMs: 60_000 },
    permit: allow('policy-sandboxed'),
    policy: sandboxPolicyForMode('workspace-write'),
  }
  const attach = (sink: InputSink): void => {
    attached += 1
    sink.write('begins ')
    sink.write(Buffer.alloc(length, 'x'))
    sink.end()
  }
  const input = { terminal: undefined, poured: true, attach } as const
  const result = await sandbox.run({ ...spec, input }, new AbortController().signal, () => undefined)
  expect([result.kind, attached, standing()]).toEqual([kind, 1, left])
  if (result.kind === 'exited') expect(result.output.stdout).toBe(`begins ${'x'.repeat(length)}`)
})

/** A sandbox that is not in the world's harness, since what is heard of a run is looked at; in the folder that anybody may write in. */
async function heardOf(script: string, onText: (text: string) => void = () => undefined) {
  const sandbox = createLinuxSandbox('/usr/bin:/bin')
  const workspace = inFolder('open')
  const spec = {
    permit: allow('policy-sandboxed'),
    command: ['sh', '-c', script],
    ...{ cwd: workspace, workspace, env: { PATH: '/usr/bin:/bin' }, timeoutMs: 60_000 },
    policy: sandboxPolicyForMode('workspace-write'),
  }
  const result = await sandbox.run(spec, new AbortController().signal, (_, text) => {
    onText(text)
  })
  await sandbox.rest?.()
  return result
}

test("a command that prints the launcher's words runs once and is heard, however busy the engine is", async () => {
  const counter = inFolder('open/counter')
  rmSync(counter, { force: true })
  // Once a program of the engine's runs, the engine does something else until that is long over: it learns of all of it at once.
  let busy = true
  const waits = new Int32Array(new SharedArrayBuffer(4))
  const block = (): void => {
    if (!busy) return
    if (readFileSync('/proc/thread-self/children', 'utf8') !== '') Atomics.wait(waits, 0, 0, 200)
    setTimeout(block, 0)
  }
  block()
  const kinds: string[] = []
  for (let round = 0; round < 2; round++) {
    const heard: string[] = []
    const result = await heardOf(`echo ran >> ${counter}; echo 'bwrap: no' >&2; exit 1`, (text) =>
      heard.push(text),
    )
    kinds.push(`${result.kind} ${heard.join('')}`)
  }
  busy = false
  expect(new Set(kinds)).toEqual(new Set(['exited bwrap: no\n']))
  expect(readFileSync(counter, 'utf8')).toBe('ran\n'.repeat(2))
})

test.each([
  ['more lines follow', "printf 'bwrap: up\\nready\\n' >&2"],
  ['the line does not end', "printf 'bwrap: up' >&2; head -c 20000 /dev/zero | tr '\\0' x >&2"],
  ['nothing follows', "printf 'bwrap: up\\n' >&2"],
])("what begins like the launcher's words is heard while the command runs: %s", async (_, prints) => {
  const go = inFolder('open/heard')
  rmSync(go, { force: true })
  // Goes on when it was heard.
  const script = `${prints}; for i in $(seq 150); do [ -e ${go} ] && exit 3; sleep 0.1; done; exit 4`
  let heard = ''
  const result = await heardOf(script, (text) => {
    heard += text
    if (heard.includes('bwrap: up')) writeFileSync(go, '')
  })
  expect(existsSync(go)).toBe(true)
  expect(result).toMatchObject({ kind: 'exited', exitCode: 3 })
})
