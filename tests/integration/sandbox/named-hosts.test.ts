import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../fakes/run-cli'

/** Where nobody can be asked, what a command tried to reach is evidence all the same: by name and by address. */
let folder: string
beforeAll(() => {
  folder = mkdtempSync('/var/tmp/cs-named-')
  mkdirSync(join(folder, 'work'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

interface Report {
  readonly exitCode: number
  readonly denied: boolean
  readonly evidence: readonly { readonly kind: string; readonly target: string; readonly operation: string }[]
}

async function sandbox(...command: readonly string[]): Promise<Report> {
  const env = { PATH: process.env.PATH, HOME: folder, COUNTERSIGN_HOME: join(folder, 'state') }
  const ran = await runCli(['sandbox', '--json', '--', ...command], { env, cwd: join(folder, 'work') })
  return JSON.parse(ran.out) as Report
}
const named = (target: string) => [{ kind: 'network', target, operation: 'connect' }]
const fetching = (url: string) => `fetch(${JSON.stringify(url)}).catch(() => process.exit(9))`

test.each([
  ['curl by name', ['curl', '-s', 'https://example.org/x'], 'example.org:443'],
  ['curl without encryption, by name', ['curl', '-s', 'http://example.org/x'], 'example.org:80'],
  ['curl by address', ['curl', '-s', 'http://93.184.216.34:8080/'], '93.184.216.34:8080'],
  ['fetch in node', [process.execPath, '-e', fetching('https://example.org/')], 'example.org:443'],
  ['git', ['git', 'ls-remote', 'https://example.org/a.git'], 'example.org:443'],
])('%s is a denial that names the host', async (_, command, target) => {
  const report = await sandbox(...command)
  expect(report.exitCode).not.toBe(0)
  expect(report).toMatchObject({ denied: true, evidence: named(target) })
})

test('a command that took the refusal in its stride is no denial', async () => {
  expect(await sandbox('sh', '-c', 'curl -s http://example.org/; exit 0')).toMatchObject({
    exitCode: 0,
    denied: false,
  })
})

test('words in the output and a connection within the sandbox name nothing', async () => {
  expect(
    await sandbox(
      'sh',
      '-c',
      'echo connect example.org:443: Network is unreachable; curl -s http://127.0.0.1:9/; exit 7',
    ),
  ).toMatchObject({
    exitCode: 7,
    denied: false,
    evidence: [],
  })
})
