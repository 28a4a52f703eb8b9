import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FaultError } from '@shared/domain/fault'
import type { CliContext, CliHosts } from '../../../../../../src/main/hosts/cli/cli-context'
import { cleanSandboxes } from '../../../../../../src/main/hosts/terminal/cli/hosts-clean'
import type { ListedSandbox } from '../../../../../../src/main/core/host-link/fleet/sandboxes'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

const idle = { sessions: [], approvals: [], questions: [] }
const working = { ...idle, sessions: [{ status: 'running' }] }
const refused = new FaultError({ code: 'internal', message: 'no' })

/** Cleans a fleet of these sandboxes, whose engines answer so, each question with the next. */
async function clean(
  sandboxes: Readonly<Record<string, { readonly answers: readonly unknown[] } & Partial<ListedSandbox>>>,
  ...named: string[]
): Promise<{ readonly deleted: readonly string[]; readonly code: number; readonly out: string }> {
  const deleted: string[] = []
  const out: string[] = []
  const answers = new Map(Object.entries(sandboxes).map(([name, each]) => [name, [...each.answers]]))
  const fleet = {
    clock: { sleep: (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms)) },
    list: () =>
      Promise.resolve(
        Object.entries(sandboxes).map(([name, { answers: _, ...more }]) => ({
          ...{ name, kind: 'claim', object: `countersign-${name}`, held: false, ready: true, begun: true },
          ...more,
        })),
      ),
    find: (name: string) => Promise.resolve({ name }),
    hostOf: ({ name }: { readonly name: string }) => ({ command: [name] }),
    delete: ({ object }: ListedSandbox) => Promise.resolve(void deleted.push(object)),
  }
  const hosts = {
    ...{ hosts: {}, fleets: { fleet: {} }, fleet: () => Promise.resolve(fleet) },
    client: ({ command: [name = ''] }: { readonly command: readonly string[] }) =>
      Promise.resolve({
        connect: () => Promise.resolve(),
        leave: () => Promise.resolve(),
        request: () => {
          const answer = answers.get(name)?.shift()
          if (answer instanceof FaultError) return Promise.reject(answer)
          return answer === undefined ? new Promise(() => undefined) : Promise.resolve(answer)
        },
      }),
  } as unknown as CliHosts
  const write = (text: string): void => void out.push(text)
  const cli = { stop: new AbortController().signal, write, complain: write } as unknown as CliContext
  const cleaned = cleanSandboxes(cli, hosts, { name: 'fleet', named, yes: true, json: false })
  await vi.advanceTimersByTimeAsync(60_000)
  return { code: await cleaned, deleted, out: out.join('') }
}

test('one that somebody has begun to work in since it was looked at stays', async () => {
  const sandboxes = { aa: { answers: [idle, working] }, bb: { answers: [idle, idle] } }
  expect(await clean(sandboxes, 'aa', 'bb')).toMatchObject({
    ...{ code: 1, deleted: ['countersign-bb'] },
    out: expect.stringMatching(/fleet\/aa .*in use: something runs or waits there\n/) as string,
  })
})

test('an engine that greets and then answers nothing, or refuses, keeps nobody from the others, and goes only by its name', async () => {
  const sandboxes = { aa: { answers: [] }, bb: { answers: [refused] }, cc: { answers: [idle, idle] } }
  expect(await clean(sandboxes)).toMatchObject({ code: 0, deleted: ['countersign-cc'] })
  expect(await clean(sandboxes, 'aa')).toMatchObject({ code: 0, deleted: ['countersign-aa'] })
})

test('one that is not ready any more may have work in it, and goes only by its name; one that never was goes', async () => {
  const sandboxes = {
    aa: { answers: [], ready: false },
    bb: { answers: [], ready: false, begun: false },
  }
  expect((await clean(sandboxes)).deleted).toEqual(['countersign-bb'])
  expect((await clean(sandboxes, 'aa')).deleted).toEqual(['countersign-aa'])
})
