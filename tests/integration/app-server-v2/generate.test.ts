import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020'
import { afterEach, expect, test } from 'vitest'
import type { Message } from '../../fakes/app-server-client'
import { appServerHome, patchCall, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { runCli } from '../../fakes/run-cli'
import { greetSecond, type SecondClient } from '../../fakes/second-client'
import { thinking } from '../app-server/thinking'

const root = join(import.meta.dirname, '../../..')

let home: AppServerHome | undefined
let client: SecondClient | undefined
let made = ''
afterEach(async () => {
  await client?.end()
  await home?.remove()
  if (made !== '') rmSync(made, { recursive: true, force: true })
})

const typeName = (method: string): string =>
  method
    .split('/')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

test('the types compile, and everything that is sent and recorded clients send fits the schema', async () => {
  made = `/var/tmp/cs-v2g-${String(process.pid)}`
  home = await appServerHome([
    shellCall('call_1', 'touch', made),
    patchCall('call_2', '*** Add File: a.txt', '+one'),
    thinking,
  ])
  const out = join(home.base, 'generated')
  const generate = async (command: string) => {
    const env = { PATH: process.env['PATH'], HOME: home?.base }
    const ran = await runCli(['app-server', command, '--out', out], { env })
    return [ran.code, ran.out]
  }
  expect(await generate('generate-ts')).toEqual([0, `${out}/protocol.ts\n`])
  expect(await generate('generate-json-schema')).toEqual([0, `${out}/protocol.schema.json\n`])
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const options = ['--ignoreConfig', '--noEmit', '--strict', join(out, 'protocol.ts')]
  execFileSync(process.execPath, [tsc, ...options], { encoding: 'utf8' })

  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(JSON.parse(readFileSync(join(out, 'protocol.schema.json'), 'utf8')) as object, 'protocol')
  const check = (name: string, value: unknown): string => {
    const validate = ajv.getSchema(`protocol#/$defs/${name}`)
    if (!validate) return `${name}: not in the schema`
    return validate(value) === true ? 'valid' : `${name}: ${ajv.errorsText(validate.errors)}`
  }
  client = await greetSecond(home)
  const threadId = await client.thread()
  await client.turn(threadId)
  const { id, params } = await client.asked()
  client.send({ id: id as number, result: { permissions: params['permissions'] } })
  await client.told('turn/completed')
  const sent = client.messages.filter((each) => typeof each['method'] === 'string')
  expect(new Set(sent.map((each) => each['method'])).size).toBeGreaterThan(14)
  for (const { method, params: said } of sent)
    expect(check(`${typeName(String(method))}Params`, said)).toBe('valid')
  expect(check('ThreadReadResult', await client.call('thread/read', { threadId, includeTurns: true }))).toBe(
    'valid',
  )
  expect(check('ConfigReadResult', await client.call('config/read'))).toBe('valid')
  expect(check('ModelListResult', await client.call('model/list'))).toBe('valid')

  const recorded = readFileSync(join(root, 'tests/fakes/app-server-v2-client.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Message)
    .filter((each) => typeof each['method'] === 'string' && 'id' in each)
    .filter(({ method }) => method !== 'newConversation' && method !== 'config/batchWrite')
  expect(recorded.length).toBeGreaterThan(12)
  for (const { method, params: said } of recorded)
    expect(check(`${typeName(String(method))}Params`, said)).toBe('valid')
  expect(check('TurnStartParams', { threadId: 42, input: [] })).toContain('must be string')
})
