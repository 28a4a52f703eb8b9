import { expect, test } from 'vitest'
import type { HostPipeEnd } from '@shared/domain/host-problem'
import type { BytePipe } from '../../../../../src/main/core/host-link/host-pipe'
import { installEngine, type Machine } from '../../../../../src/main/core/host-link/install-engine'

const tag = 'a'.repeat(32)
const machine: Machine = { system: 'Linux', machine: 'x86_64', libc: 'glibc' }
const own = 'machine Linux x86_64 glibc'

/** What becomes of an install with a host that answers each thing that is written to it with these lines. `taken`: what is sent is taken. */
async function installing(answers: readonly string[], { taken = true, late = false } = {}) {
  const heard: string[] = []
  const left = [...answers]
  const queue: Uint8Array[] = []
  let wake: (() => void) | undefined
  const ended = Promise.withResolvers<HostPipeEnd>()
  const state = { over: false, sent: 0 }
  const answer = (): void => {
    const lines = left.shift()
    if (lines !== undefined) queue.push(new TextEncoder().encode(lines))
    wake?.()
  }
  const end = (): void => {
    state.over = true
    ended.resolve({ kind: 'exit', code: 0 })
    wake?.()
  }
  const pipe: BytePipe = {
    write(text) {
      heard.push(text)
      answer()
    },
    send(bytes) {
      state.sent += bytes.length
      return taken ? Promise.resolve(true) : new Promise(() => undefined)
    },
    finish: answer,
    said: () => '',
    ended: ended.promise,
    end,
    output: (async function* () {
      for (;;) {
        for (let next = queue.shift(); next; next = queue.shift()) yield next
        if (state.over) return
        await new Promise<void>((resolve) => (wake = resolve))
      }
    })(),
  }
  const outcome = await installEngine({
    ...{ pipe, tag, machine, withinMs: 45_000, stop: new AbortController().signal },
    clock: {
      now: () => 0,
      sleep: (_, signal) =>
        new Promise((resolve, reject) => {
          if (late) setTimeout(resolve, 20)
          signal?.addEventListener('abort', () => {
            reject(signal.reason as Error)
          })
        }),
    },
    pack: () =>
      Promise.resolve({
        ...{ version: '1.2.3', digest: 'd'.repeat(64), bytes: 5_000 },
        async *open() {
          yield await Promise.resolve(new Uint8Array(1_000))
          yield new Uint8Array(500)
        },
      }),
    onProgress: () => undefined,
  })
  return { outcome, heard, sent: state.sent }
}

const say = (...lines: string[]): string => lines.map((line) => `${tag} ${line}\n`).join('')
const launcher = '/home/me/.local/share/countersign/bin/countersign'

test('the program is given first, then the engine is named, and only what is asked for is sent', async () => {
  const fresh = await installing([say(own), say('send'), say('stays 1.0.0-a', `installed new ${launcher}`)])
  expect(fresh.outcome).toMatchObject({ kind: 'installed', how: 'new', launcher, sentBytes: 1_500 })
  expect(fresh.outcome).toMatchObject({ stays: ['1.0.0-a'] })
  expect(fresh.heard).toEqual([
    expect.stringMatching(`^tag=${tag}\n(?:.*\n)+main\n$`),
    `1.2.3 ${'d'.repeat(64)} 5\n`,
  ])
  const known = await installing([`hello\n${say(own)}`, say(`installed known ${launcher}`)])
  expect([known.outcome, known.sent]).toEqual([
    expect.objectContaining({ how: 'known', banner: 'hello\n' }),
    0,
  ])
})

test.each<[string, readonly string[], object, { taken?: boolean; late?: boolean }?]>([
  ['a path that is more than a word', [say(own), say('installed known /a;reboot')], { kind: 'form' }],
  ['a path of no form', [say(own), say('installed known a')], { kind: 'form' }],
  ['a machine of no form', [say('machine a b c d e')], { kind: 'form' }],
  ['a failure that there is not', [say(own), say('failed all')], { kind: 'form' }],
  ['room in no number', [say(own), say('failed room -1 x')], { kind: 'form' }],
  [
    'a reason that does not end',
    [say(own), say(`failed folder ${'x'.repeat(5_000)}`)],
    { kind: 'folder', detail: 'x'.repeat(1_000) },
  ],
  ['engines without end', [say(own), say(...Array<string>(200).fill('stays x'))], { kind: 'form' }],
  ['words of another', [`${'b'.repeat(32)} ${own}\n`], { kind: 'stalled', during: 'look' }, { late: true }],
  ['nothing', [], { kind: 'stalled', during: 'look', seconds: 45 }, { late: true }],
  ['a greeting without end', ['x'.repeat(70_000)], { kind: 'banner' }],
  [
    'nothing that is taken',
    [say(own), say('send')],
    { kind: 'stalled', during: 'send', seconds: 60 },
    { taken: false, late: true },
  ],
  [
    'a failure while it is sent',
    [say(own), say('send', 'failed received')],
    { kind: 'received' },
    { taken: false },
  ],
])('a host that says %s installs nothing, and is not listened to any more', async (_, answers, why, how) => {
  const { outcome } = await installing(answers, how)
  expect(outcome).toMatchObject({ kind: 'refused', why })
})
