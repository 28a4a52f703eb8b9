import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  plainClient,
  startAppServer,
  type AppServerClient,
  type Message,
} from '../../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { startSshHost, type SshHost } from '../../fakes/ssh-host'

/** What commands cannot read, where the work cannot go on without: git over a real ssh, and programs that log in with a store of the home. */

let base: AppServerHome
let host: SshHost
let bare: string
beforeAll(async () => {
  base = await appServerHome([])
  host = await startSshHost(base.base)
  bare = join(base.base, 'bare.git')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { encoding: 'utf8' })
  git('init', '-q', '--bare', '-b', 'main', bare)
  const work = join(base.base, 'work')
  git('clone', '-q', bare, work)
  git('-C', work, 'commit', '-q', '--allow-empty', '-m', 'From there')
  git('-C', work, 'push', '-q', 'origin', 'HEAD:main')
})
afterAll(async () => {
  await host.close()
  await base.remove()
})

const after = (option: string): string => host.command[host.command.indexOf(option) + 1] ?? ''
const remote = (): string => `ssh://${userInfo().username}@127.0.0.1:${after('-p')}${bare}`

/** A person's home with keys for ssh and for a cluster, in which the script's commands run one after the other. */
async function begin(
  commands: (home: AppServerHome) => readonly string[],
  { policy = 'on-failure', config = '' } = {},
) {
  const home: AppServerHome = await appServerHome(
    (request) => {
      const script = commands(home)
      const at = JSON.stringify(request.body).split('function_call_output').length - 1
      const command = script[at]
      return command === undefined
        ? { text: 'Done.' }
        : shellCall(`call_${String(at)}`, 'bash', '-c', command)
    },
    { policy, config },
  )
  for (const name of ['.ssh', '.kube']) mkdirSync(join(home.folder, name), { mode: 0o700 })
  const known = host.command.find((word) => word.startsWith('UserKnownHostsFile=')) ?? ''
  for (const [name, from] of [
    ['id', after('-i')],
    ['known', known.slice(known.indexOf('=') + 1)],
  ] as const)
    copyFileSync(from, join(home.folder, '.ssh', name))
  writeFileSync(
    join(home.folder, '.kube/config'),
    'apiVersion: v1\nkind: Config\ncontexts: [{name: prod, context: {cluster: a, user: b}}]\n',
  )
  execFileSync('git', ['-C', home.project, 'init', '-q'])
  execFileSync('git', ['-C', home.project, 'remote', 'add', 'origin', remote()])
  const server = startAppServer({ env: home.env, cwd: home.project })
  await server.request(1, 'initialize', plainClient)
  const made = await server.request(2, 'newConversation', { cwd: home.project })
  const { conversationId } = made['result'] as { conversationId: string }
  await server.request(3, 'addConversationListener', { conversationId })
  const items = [{ type: 'text', data: { text: 'go' } }]
  await server.request(4, 'sendUserMessage', { conversationId, items })
  return { home, server }
}

interface Asked {
  readonly reason: string
  readonly level: string
}

/** Answers each request as `decide` says until the turn is over; what was asked, how each command ended, and what the model was told. */
async function through(
  { home, server }: { readonly home: AppServerHome; readonly server: AppServerClient },
  decide: (reason: string) => 'approved' | 'denied' = () => 'approved',
) {
  const asked: Asked[] = []
  for (let nth = 1; ; nth += 1) {
    const isOver = (each: Message): boolean => String(each['method']).endsWith('/task_complete')
    const next = await server.until((each) => each['method'] === 'execCommandApproval' || isOver(each), nth)
    if (isOver(next)) break
    const { reason, assessment } = next['params'] as {
      readonly reason: string
      readonly assessment: { readonly level: string }
    }
    asked.push({ reason, level: assessment.level })
    server.send({ id: next['id'], result: { decision: decide(reason) } })
  }
  const ends = server.messages
    .filter((each) => String(each['method']).endsWith('/exec_command_end'))
    .map((each) => (each['params'] as { msg: { exit_code: number; stdout: string } }).msg)
  const told = JSON.stringify(home.server.requests.at(-1)?.body)
  await server.end()
  await home.remove()
  return { asked, ends: ends.map(({ exit_code: code, stdout }) => [code, stdout.trim()]), told }
}

/** ssh looks for its own in the home of the machine's list of users, which a test leaves alone: here it is told where they are. */
const fetches = (home: AppServerHome): string => {
  const keys = `${home.folder}/.ssh`
  return `export GIT_SSH_COMMAND="$GIT_SSH_COMMAND -F none -i ${keys}/id -o UserKnownHostsFile=${keys}/known"; git fetch -q origin main && git log -1 --format=%s FETCH_HEAD`
}

test('git over ssh: its host is asked about, then its keys, each once, and the fetch goes through', async () => {
  const { asked, ends } = await through(await begin((home) => [fetches(home)]))
  expect(asked).toEqual([
    { reason: expect.stringContaining(`asks for 127.0.0.1:${after('-p')}`) as string, level: 'high' },
    {
      reason: expect.stringMatching(
        /plus connect to 127\.0\.0\.1:\d+ \(.*\), read ~\/\.ssh, where keys are kept, for this run/,
      ) as string,
      level: 'high',
    },
  ])
  expect(ends).toEqual([[0, 'From there']])
})

test('who refuses the host is not asked about the keys', async () => {
  const { asked, ends } = await through(await begin((home) => [fetches(home)]), () => 'denied')
  expect([asked.length, ends.map(([code]) => code)]).toEqual([1, [128]])
})

test('a program that logs in with a store: that store is offered, and no more than it', async () => {
  const { asked, ends } = await through(await begin(() => ['kubectl config get-contexts -o name']))
  expect(asked).toEqual([
    {
      reason: expect.stringMatching(/plus read ~\/\.kube, where keys are kept, for this run/) as string,
      level: 'high',
    },
  ])
  expect(ends).toEqual([[0, 'prod']])
})

test.each([
  [
    'it is the engine’s own',
    "node -e \"require('fs').readFileSync(process.env.HOME + '/state/config.toml')\"",
    '',
  ],
  ['the configuration closes it', 'kubectl config get-contexts', '[sandbox]\nunreadable = ["~/.kube"]\n'],
])('nothing is offered where %s', async (_, command, config) => {
  const { asked, ends } = await through(await begin(() => [command], { config }))
  expect([asked, ends.map(([code]) => code)]).toEqual([[], [1]])
})

test('where nobody is asked the agent is told what is closed to it', async () => {
  const { asked, told } = await through(
    await begin(() => ['kubectl config get-contexts'], { policy: 'never' }),
  )
  expect([asked, told]).toEqual([
    [],
    expect.stringMatching(/failed in sandbox: the sandbox stopped a read of [^ ]*\/\.kube/),
  ])
})
