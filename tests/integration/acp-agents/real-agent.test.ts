import { execFile, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { machineName } from '@shared/domain/machine-server'
import { afterEach, expect, test } from 'vitest'
import { cliEntry } from '../../fakes/run-cli'
import { acpAgentWorld } from './acp-agent-world'

let world: Awaited<ReturnType<typeof acpAgentWorld>> | undefined
let served: ChildProcess | undefined
afterEach(async () => {
  await world?.close()
  served?.kill()
})

/** A scripted model in a process of its own, which calls one tool once. */
async function model(tool: string, args: unknown): Promise<string> {
  const child = execFile(process.execPath, [
    resolve('tests/fakes/chat-program.ts'),
    JSON.stringify({ tool, args }),
  ])
  served = child
  const port = await new Promise<string>((take) => {
    child.stdout?.once('data', (text: string) => {
      take(text.trim())
    })
  })
  return `${machineName}:${port}`
}

const provider = (host: string): readonly string[] => [
  'model="scripted"',
  'model_provider="s"',
  `model_providers.s={base_url="http://${host}/v1",wire_api="chat"}`,
  'approval_policy="untrusted"',
  'sandbox_mode="danger-full-access"',
  'features.sandbox_command_assessment=false',
]

test('an agent of the real kind, our own on its other face: its model by the granted host, its command asked about and held', async () => {
  const outside = `/var/tmp/cs-guest-${String(process.pid)}`
  const host = await model('shell', { command: ['touch', 'made', outside], timeout_ms: 20_000 })
  const args = [cliEntry, 'acp', ...provider(host).flatMap((each) => ['-c', each])]
  const at = await acpAgentWorld(
    `[agents.inner]\nname = "Inner"\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${JSON.stringify(args)}\nhosts = [${JSON.stringify(host)}]\n`,
  )
  world = at
  const id = await at.begin('inner')
  const turn = at.turn(id, 'do it')
  const request = await at.answer({ kind: 'allow', offerId: 'only-this' })
  const stopped = await at.answer({ kind: 'deny' }, 2)
  expect(stopped.stop.evidence).toMatchObject([{ target: outside, source: 'kernel' }])
  expect(await turn).toBe('completed')
  expect(at.of('error.reported')).toEqual([])
  expect(request).toMatchObject({ stage: 'first', stop: { why: { kind: 'guest', agent: 'Inner' } } })
  expect(request.command.join(' ')).toContain(`touch made ${outside}`)
  expect(at.said().at(-1)).toBe('All done.')
  expect(existsSync(join(at.project, 'made'))).toBe(true)
  expect(existsSync(outside)).toBe(false)
})
