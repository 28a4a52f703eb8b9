import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  plainClient,
  startAppServer,
  type AppServerClient,
  type Message,
} from '../../fakes/app-server-client'
import { appServerHome, type AppServerHome } from '../../fakes/app-server-home'

let home: AppServerHome
let client: AppServerClient
beforeEach(async () => {
  home = await appServerHome([])
  client = startAppServer({ env: home.env, cwd: home.project })
  await client.request('init', 'initialize', plainClient)
})
afterEach(async () => {
  await client.end()
  await home.remove()
})

const resultOf = (message: Message) => message['result'] as Record<string, unknown>
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', home.project, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: home.base },
  })

test.each<[string, object, object]>([
  [
    'output and code',
    { command: ['sh', '-c', 'echo out; echo err >&2; exit 3'] },
    { exitCode: 3, stdout: 'out\n', stderr: 'err\n' },
  ],
  ['a time limit', { command: ['sleep', '60'], timeoutMs: 200 }, { exitCode: 124, stdout: '' }],
  ['the configured policy: the project may be written to', { command: ['touch', 'a.txt'] }, { exitCode: 0 }],
  [
    'a policy given: nothing may be written to',
    { command: ['touch', 'b.txt'], sandboxPolicy: { mode: 'read-only' } },
    { exitCode: 1 },
  ],
])('execOneOffCommand: %s', async (_, params, expected) => {
  const answer = await client.request(1, 'execOneOffCommand', params)
  expect([resultOf(answer), existsSync(join(home.project, 'b.txt'))]).toMatchObject([expected, false])
  expect(client.messages.filter((each) => 'method' in each)).toEqual([])
})

test('execOneOffCommand never leaves the sandbox, and asks nobody', async () => {
  const outside = join(home.folder, 'outside.txt')
  const answer = await client.request(1, 'execOneOffCommand', { command: ['touch', outside] })
  expect([resultOf(answer)['exitCode'], existsSync(outside)]).toEqual([1, false])
})

test('execOneOffCommand runs without the sandbox only where a conversation of the client does', async () => {
  const outside = join(home.folder, 'outside.txt')
  const asked = { command: ['touch', outside], sandboxPolicy: { mode: 'danger-full-access' } }
  const refused = await client.request(1, 'execOneOffCommand', asked)
  expect(refused).toHaveProperty('error.message', expect.stringContaining('expected one that allows no more'))
  expect(existsSync(outside)).toBe(false)
  await client.request(2, 'newConversation', { cwd: home.project, sandbox: 'danger-full-access' })
  const answer = await client.request(3, 'execOneOffCommand', asked)
  expect([resultOf(answer)['exitCode'], existsSync(outside)]).toEqual([0, true])
})

/** A repository with a commit on a remote, one that is not, a change, and a file that git does not know. */
function repository(): string {
  git('init', '-q', '-b', 'main')
  writeFileSync(join(home.project, 'a.txt'), 'one\n')
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  const sha = git('rev-parse', 'HEAD').trim()
  git('update-ref', 'refs/remotes/origin/main', sha)
  writeFileSync(join(home.project, 'b.txt'), 'two\n')
  git('add', '.')
  git('commit', '-q', '-m', 'second')
  writeFileSync(join(home.project, 'a.txt'), 'three\n')
  writeFileSync(join(home.project, '-new file.txt'), 'four\n')
  return sha
}

test('gitDiffToRemote: the commit on the remote, and everything since', async () => {
  const sha = repository()
  const result = resultOf(await client.request(1, 'gitDiffToRemote', { cwd: home.project }))
  expect(result['sha']).toBe(sha)
  for (const part of ['-one', '+three', '+two', '+four', 'new file.txt'])
    expect(result['diff']).toContain(part)
})

test('gitDiffToRemote runs nothing that a hostile repository configures', async () => {
  repository()
  const marks = join(home.folder, 'marks')
  mkdirSync(marks, { mode: 0o777 })
  const planted = (name: string): string => {
    const file = join(home.project, '.git', `${name}.sh`)
    // Inside of the sandbox it could only be seen by what it prints; both are looked for.
    writeFileSync(
      file,
      `#!/bin/sh\ntouch ${marks}/${name} 2>/dev/null\necho planted-${name}\ncat 2>/dev/null\n`,
    )
    chmodSync(file, 0o755)
    return file
  }
  const settings: [string, string][] = [
    ['core.fsmonitor', planted('fsmonitor')],
    ['core.hooksPath', join(home.project, '.git')],
    ['core.pager', planted('pager')],
    ['core.alternateRefsCommand', planted('alternates')],
    ['diff.external', planted('external')],
    ['diff.evil.textconv', planted('textconv')],
    ['diff.evil.command', planted('command')],
    ['filter.evil.clean', planted('clean')],
    ['filter.evil.process', planted('process')],
    ['filter.evil.required', 'true'],
    ['filter.e=v.i l.clean', planted('clean-odd-name')],
  ]
  for (const [key, value] of settings) git('config', key, value)
  writeFileSync(join(home.project, '.git', 'info', 'attributes'), '*.txt diff=evil filter=evil\n')
  writeFileSync(join(home.project, '.gitattributes'), 'a.txt filter=e=v.i\n')
  const answer = await client.request(1, 'gitDiffToRemote', { cwd: home.project })
  expect(resultOf(answer)['diff']).toContain('+three')
  expect([readdirSync(marks), JSON.stringify(answer).includes('planted-')]).toEqual([[], false])
  // The traps are live: git as a person would run it sets them off.
  expect(() => git('diff')).toThrow('planted-'.slice(0, 4))
  expect(readdirSync(marks).length).toBeGreaterThan(0)
})

test.each<[string, () => void, string]>([
  ['no repository', () => undefined, 'no git'],
  [
    'no remote',
    () => {
      repository()
      git('update-ref', '-d', 'refs/remotes/origin/main')
    },
    'no commit of this branch is on a remote',
  ],
])('gitDiffToRemote with %s says so', async (_, prepare, reason) => {
  prepare()
  const answer = await client.request(1, 'gitDiffToRemote', { cwd: home.project })
  expect((answer['error'] as { message: string }).message).toContain(reason)
})

test('fuzzyFileSearch: the best first, without what is ignored', async () => {
  mkdirSync(join(home.project, 'lib/deep'), { recursive: true })
  mkdirSync(join(home.project, 'out'))
  for (const [name, text] of [
    ['.gitignore', 'out/\n*.log\n'],
    ['lib/.gitignore', '!kept.log\n'],
    ['lib/kept.log', ''],
    ['lib/reader.ts', ''],
    ['lib/deep/line-reader.ts', ''],
    ['out/reader.ts', ''],
    ['reader.log', ''],
  ] as const)
    writeFileSync(join(home.project, name), text)
  const search = async (id: number, query: string) => {
    const answer = await client.request(id, 'fuzzyFileSearch', { query, roots: [home.project] })
    return resultOf(answer)['files'] as { path: string; indices: number[]; root: string; score: number }[]
  }
  const found = await search(1, 'reader')
  expect(found.map(({ path }) => path)).toEqual(['lib/reader.ts', 'lib/deep/line-reader.ts'])
  expect(found[0]).toMatchObject({ root: home.project, file_name: 'reader.ts', indices: [4, 5, 6, 7, 8, 9] })
  expect((await search(2, 'kept')).map(({ path }) => path)).toEqual(['lib/kept.log'])
  expect(await search(3, 'zzzz')).toEqual([])
})

test('a search under the same token ends the one before it', async () => {
  for (let folder = 0; folder < 40; folder++) {
    mkdirSync(join(home.project, `f${String(folder)}`))
    for (let file = 0; file < 25; file++)
      writeFileSync(join(home.project, `f${String(folder)}`, `match${String(file)}`), '')
  }
  const params = { query: 'match', roots: [home.project], cancellationToken: 'typing' }
  client.send({ id: 1, method: 'fuzzyFileSearch', params })
  const second = await client.request(2, 'fuzzyFileSearch', params)
  const first = await client.until((each) => each['id'] === 1)
  expect([resultOf(first)['files'], (resultOf(second)['files'] as unknown[]).length]).toEqual([[], 50])
})

test('a stored key is told as a method, never given back, and removed by logout', async () => {
  const status = async (id: number) =>
    resultOf(await client.request(id, 'getAuthStatus', { includeToken: true }))
  expect(await status(1)).toEqual({ authMethod: 'apikey', authToken: null, requiresOpenaiAuth: true })
  await client.request(2, 'loginApiKey', { apiKey: 'sk-planted-stored' })
  const changed = await client.until((each) => each['method'] === 'authStatusChange')
  expect(changed['params']).toEqual({ authMethod: 'apikey' })
  await client.request(3, 'logout')
  expect(JSON.stringify(client.messages)).not.toContain('sk-planted')
})
