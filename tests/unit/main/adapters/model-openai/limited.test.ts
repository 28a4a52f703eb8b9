import { expect, test } from 'vitest'
import { limited } from '../../../../../src/main/adapters/model-openai/load-client'
import { openLocal, collect, modelRequest } from '../../../../fakes/model-client'
import { startModelServer } from '../../../../fakes/model-server'

/** An answer that never ends, in pieces of 16 MB. */
const endless = (status: number) => {
  const piece = new Uint8Array(16 * 1024 * 1024)
  let given = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      given += 1
      if (given > 20) controller.close()
      else controller.enqueue(piece)
    },
  })
  return { response: new Response(body, { status }), given: () => given }
}

test('of an answer without an end 128 MB are read, and it is told', async () => {
  const { response, given } = endless(200)
  const reader = limited(response).body?.getReader()
  const readOn = async () => {
    for (;;) if ((await reader?.read())?.done !== false) return
  }
  await expect(readOn()).rejects.toMatchObject({ code: 'ANSWER_TOO_LONG' })
  expect(given()).toBeLessThan(12)
})

test('of what a server says of an error a megabyte is read', async () => {
  const { response, given } = endless(500)
  expect((await limited(response).arrayBuffer()).byteLength).toBeLessThanOrEqual(1024 * 1024)
  expect(given()).toBeLessThan(4)
})

test('an answer of usual length, and the words of an error, come as they were', async () => {
  const server = await startModelServer([
    { text: 'Here.' },
    { status: 400, body: { error: { message: 'no' } } },
  ])
  const model = openLocal({ baseUrl: server.baseUrl })
  const never = new AbortController().signal
  expect((await collect(model.stream(modelRequest(), never))).fault).toBeUndefined()
  expect((await collect(model.stream(modelRequest(), never))).fault?.message).toContain('no')
  await server.close()
})
