import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020'
import { expect, onTestFinished, test } from 'vitest'
import { runCli } from '../../fakes/run-cli'

const root = join(import.meta.dirname, '../../..')

test('generate writes types that compile and a schema that the samples’ client half fits', async () => {
  const out = mkdtempSync('/var/tmp/cs-protocol-')
  const ran = await runCli(['app-server', 'generate', '--out', out], {
    env: { PATH: process.env['PATH'], HOME: out },
  })
  expect([ran.code, ran.out]).toEqual([0, `${out}/protocol.ts\n${out}/protocol.schema.json\n`])
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      join(out, 'protocol.ts'),
    ],
    { encoding: 'utf8' },
  )

  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(JSON.parse(readFileSync(join(out, 'protocol.schema.json'), 'utf8')) as object, 'protocol')
  const check = (name: string, value: unknown): string => {
    const validate = ajv.getSchema(`protocol#/$defs/${name}`)
    if (!validate) return `${name}: not in the schema`
    return validate(value) === true ? 'valid' : `${name}: ${ajv.errorsText(validate.errors)}`
  }
  const calls = readFileSync(join(root, 'tests/fakes/app-server-v1.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const { from, message } = JSON.parse(line) as {
        from: string
        message: { id?: number; method?: string; params?: unknown }
      }
      const { id, method = '', params } = message
      return from === 'client' && id !== undefined && id < 9 && method !== '' ? [{ method, params }] : []
    })
  expect(calls.length).toBeGreaterThan(6)
  for (const { method, params } of calls)
    expect(check(`${method.charAt(0).toUpperCase()}${method.slice(1)}Params`, params)).toBe('valid')
  expect(check('NewConversationParams', { cwd: 42 })).toContain('must be string')
  rmSync(out, { recursive: true })
})

test('generate writes behind no link of the folder it is started in, and over none', async () => {
  const here = mkdtempSync('/var/tmp/cs-generate-')
  onTestFinished(() => {
    rmSync(here, { recursive: true })
  })
  const [work, own] = [join(here, 'work'), join(here, 'own')]
  mkdirSync(join(work, 'out'), { recursive: true })
  mkdirSync(own)
  writeFileSync(join(own, 'profile'), 'theirs')
  symlinkSync('../../own/profile', join(work, 'out/protocol.ts'))
  symlinkSync('../own', join(work, 'led'))
  for (const out of ['out', 'led', 'led/deep']) {
    const ran = await runCli(['app-server', 'generate', '--out', out], {
      env: { PATH: process.env['PATH'], HOME: here },
      cwd: work,
    })
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('is a link, or lies behind one')])
  }
  expect([readdirSync(own), readFileSync(join(own, 'profile'), 'utf8')]).toEqual([['profile'], 'theirs'])
})
