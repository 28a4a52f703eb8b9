import { afterEach, beforeEach, expect, test } from 'vitest'
import { ModelProvider } from '@shared/domain/settings'
import { createLentKeys } from '../../src/main/adapters/lent-keys/lent-keys'
import { createModelProviders } from '../../src/main/adapters/model-openai/providers'
import type { ModelEvent, ModelStream } from '../../src/main/core/ports/models'
import { modelRequest, recordingClock } from '../fakes/model-client'
import { startModelServer, type Answer, type ModelServer } from '../fakes/model-server'

let server: ModelServer
let answers: Answer[]
beforeEach(async () => {
  answers = []
  server = await startModelServer(() => answers.shift() ?? { text: 'Hello.' })
})
afterEach(() => server.close())

/** The provider `local` with these keys of its own, and one that a connection lends. */
function world({ env = {}, written }: { env?: Record<string, string>; written?: string } = {}) {
  const lent = createLentKeys()
  const lender = lent.lender()
  const clock = recordingClock()
  const hold = (): void => {
    lender.hold([{ provider: 'local', baseUrl: server.baseUrl, key: 'lent' }])
  }
  hold()
  const provider = { base_url: server.baseUrl, env_key: 'LOCAL_KEY', experimental_bearer_token: written }
  const providers = createModelProviders({
    config: { model_providers: { local: ModelProvider.parse(provider) } },
    ...{ env, clock, lent, keys: { read: () => undefined }, builtIn: {} },
  })
  const within = <T>(work: () => T): T => lent.within(lender, work)
  return { within, lent, lender, hold, clock, providers, open: () => within(() => providers.open('local')) }
}

async function read(stream: ModelStream): Promise<readonly ModelEvent['type'][]> {
  const types: ModelEvent['type'][] = []
  for await (const { type } of stream.stream(modelRequest(), new AbortController().signal)) types.push(type)
  return types
}

const keys = (): readonly (string | undefined)[] =>
  server.requests.map(({ headers }) => headers.authorization)

test.each([
  [{}, 'Bearer lent'],
  [{ env: { LOCAL_KEY: 'own' } }, 'Bearer own'],
  [{ written: 'written' }, 'Bearer written'],
])('with %o of its own the provider is asked as %s', async (own, key) => {
  const { within, open } = world(own)
  const stream = open()
  await within(() => read(stream))
  expect(keys()).toEqual([key])
})

test('a stream that one connection opened has no key for another, and none when it is lent no more', async () => {
  const { within, open, lender, lent } = world()
  const stream = open()
  await expect(read(stream)).rejects.toThrow('There is no key for local')
  await expect(lent.within(lent.lender(), () => read(stream))).rejects.toThrow('There is no key for local')
  lender.drop(true)
  await expect(within(() => read(stream))).rejects.toThrow(
    'lent over a connection that is not there any more',
  )
  expect(keys()).toEqual([])
})

test('while the line is lost a request waits for it, says so, and goes on with the key', async () => {
  const { within, open, lender, hold, clock } = world()
  const stream = open()
  lender.drop()
  Object.assign(clock, { sleep: () => new Promise<never>(() => undefined) })
  const reading = within(() => read(stream))
  hold()
  expect((await reading)[0]).toBe('retrying')
  expect(keys()).toEqual(['Bearer lent'])
})

test('a line that does not come back in time is the end of the request, and is said', async () => {
  const { within, open, lender, clock } = world()
  const stream = open()
  lender.drop()
  await expect(within(() => read(stream))).rejects.toThrow(
    'lent over a connection that is not there any more',
  )
  expect([clock.sleeps, keys()]).toEqual([[30_000], []])
})

test('a request that failed is not made again with a key that is lent no more', async () => {
  const { within, open, lender, clock } = world()
  answers.push({ status: 500, body: { error: { message: 'later' } } })
  Object.assign(clock, {
    sleep: () => {
      lender.drop()
      return Promise.resolve()
    },
  })
  const stream = open()
  await expect(within(() => read(stream))).rejects.toThrow(
    'lent over a connection that is not there any more',
  )
  expect(keys()).toEqual(['Bearer lent'])
})

test('a server that takes no lent key has it said whose it is', async () => {
  const { within, open } = world()
  answers.push({ status: 401, body: { error: { message: 'Bearer lent is wrong' } } })
  const stream = open()
  await expect(within(() => read(stream))).rejects.toMatchObject({
    fault: { remedy: 'Change the key on the machine that lends it' },
  })
})
