import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closeWorlds, npmServer, openServers } from './mcp-world'

afterAll(closeWorlds)

test('the tools of server-everything are offered below its name, and answer', async () => {
  const { call, servers } = await openServers({ every: npmServer('everything') })
  expect(servers.status()).toMatchObject([{ id: 'every', state: 'ready' }])
  expect(await call('every__echo', { message: 'hello' })).toMatchObject({
    kind: 'answered',
    failed: false,
    text: 'Echo: hello',
  })
})

test('a picture, a resource and structured content arrive as what they are', async () => {
  const { call, servers } = await openServers({ every: npmServer('everything') })
  const image = await call('every__get-tiny-image')
  expect(image).toMatchObject({ kind: 'answered', images: [{ mimeType: 'image/png' }] })
  const structured = servers.tools().find(({ name }) => name.includes('structured'))
  expect(structured).toBeDefined()
  const answer = await call(structured?.offeredAs ?? '', { location: 'New York' })
  expect(answer).toMatchObject({ kind: 'answered', text: expect.stringContaining('temperature') as string })
})

test('arguments that the server refuses are its answer, and no crash', async () => {
  const { call } = await openServers({ every: npmServer('everything') })
  expect(await call('every__echo', { message: 7 })).toMatchObject({ kind: 'answered', failed: true })
})

test('server-filesystem works in the session’s folder', async () => {
  const { call, workspace } = await openServers((folder) => ({ files: npmServer('filesystem', folder) }))
  const path = join(workspace, 'a.txt')
  expect(await call('files__write_file', { path, content: 'yes' })).toMatchObject({ failed: false })
  expect(readFileSync(path, 'utf8')).toBe('yes')
})

test('server-memory keeps what it is told in the session’s folder', async () => {
  const { call, workspace } = await openServers((folder) => ({
    memory: { ...npmServer('memory'), env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } },
  }))
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['wrote the first program'] }]
  await call('memory__create_entities', { entities })
  expect(await call('memory__read_graph')).toMatchObject({ text: expect.stringContaining('Ada') as string })
  expect(readFileSync(join(workspace, 'memory.jsonl'), 'utf8')).toContain('Ada')
})

test('a server whose program is not there fails with that reason, and the others go on', async () => {
  const { servers, call } = await openServers({
    none: { command: '/nowhere/mcp' },
    every: npmServer('everything'),
    off: { ...npmServer('memory'), enabled: false },
  })
  expect(servers.status().map(({ id, state }) => [id, state])).toEqual([
    ['every', 'ready'],
    ['none', 'failed'],
    ['off', 'off'],
  ])
  expect(servers.status()[1]?.reason).toMatch(/nowhere|could not|ended/)
  expect(await call('every__echo', { message: 'on' })).toMatchObject({ text: 'Echo: on' })
})
