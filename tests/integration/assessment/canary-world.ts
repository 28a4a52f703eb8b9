import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { SandboxMode } from '@shared/domain/sandbox-policy'
import { plainClient, startAppServer, type Message } from '../../fakes/app-server-client'
import { patchCall, shellCall } from '../../fakes/app-server-home'
import { startModelServer, type Answer } from '../../fakes/model-server'
import { opinionText } from '../../fakes/view-subject'

/** Stores of a home, by what they hold; each gets a text of its own that must never leave its file. */
const stores = [
  '.ssh/id_rsa',
  '.netrc',
  '.pgpass',
  '.aws/credentials',
  '.git-credentials',
  '.npmrc',
  '.docker/config.json',
  '.kube/config',
  '.bash_history',
  'Documents/keys.kdbx',
  'own-secrets/token',
] as const

/** Places of a script at which a word may be taken for the name of a file, a program or a variable. */
const asNames = (canary: string): string =>
  [
    `deploy ${canary} --token=${canary} -o${canary}`,
    `curl -H "X: ${canary}" -F a=@${canary} -K ${canary}`,
    `cat < ${canary} > ${canary}.out`,
    `rm *${canary}*`,
    `. ./${canary}`,
    `./${canary} /opt/${canary}`,
    `CC=${canary} PYTHONPATH=./${canary} make -f ${canary}`,
    `cat "$X/${canary}"`,
    `cd ${canary} && sh x`,
    `just -f ${canary}`,
    `tar -T ${canary} -xf ${canary}`,
    `diff -r ${canary} .`,
    `${canary} --x`,
    `git -C ${canary} apply ${canary}`,
    `r ${canary}`,
    `w ${canary}`,
    `.read ${canary}`,
    '',
  ].join('\n')

/** A file that a program of each kind would take: the first lines fit shells, makefiles, settings and manifests alike. */
const body = (canary: string): string =>
  `echo ${canary}\nall:\n\techo ${canary}\n[remote "x"]\n\turl = https://${canary}.example\n`

const manifest = (canary: string): string => JSON.stringify({ scripts: { test: `echo ${canary}` } })

/** A home full of canaries, a project with links to them, and an engine that answers a scripted model. */
export async function canaryWorld(
  options: { readonly user?: number; readonly config?: string; readonly mode?: SandboxMode } = {},
) {
  const { user, config = '', mode = 'workspace-write' } = options
  const base = mkdtempSync('/var/tmp/cs-canary-')
  const [home, state, work, outside] = ['home', 'state', 'work', 'outside'].map((name) =>
    join(base, name),
  ) as [string, string, string, string]
  const canaries = new Map<string, string>()
  const plant = (path: string, text: (canary: string) => string = body): string => {
    const canary = `canary${String(canaries.size)}x${randomUUID().replaceAll('-', '')}`
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text(canary))
    canaries.set(path, canary)
    return path
  }
  for (const store of stores) plant(join(home, store))
  plant(join(state, 'sessions/old.jsonl'))
  plant(join(outside, 'plain.sh'))
  plant(join(outside, 'unended'), (canary) => `first\nsecond\n${canary}`)
  plant(join(outside, 'names.sh'), asNames)
  for (const [name, line] of [
    ['one.sed', 'w '],
    ['one.sql', '.output '],
    ['one.awk', 'BEGIN{system("ls ") ; print > "'],
    ['place.sh', '#!/opt/'],
    ['beside.sh', '#!./'],
    ['by-name.sh', '#!/usr/bin/env '],
  ] as const)
    chmodSync(
      plant(join(outside, name), (canary) => `${line}${canary}\n`),
      0o755,
    )
  plant(
    join(outside, 'runs.js'),
    (canary) => `require('child_process').execSync('${canary} x; sh -c "$(x')\n`,
  )
  plant(join(outside, 'package.json'), manifest)
  plant(join(outside, 'deep/Makefile'))
  mkdirSync(join(work, 'sub'), { recursive: true })
  for (const [name, store] of [
    ['linked', '.netrc'],
    ['linked-key', '.ssh/id_rsa'],
    ['Makefile', '.pgpass'],
    ['compose.yaml', '.docker/config.json'],
  ] as const)
    symlinkSync(join(home, store), join(work, name))
  symlinkSync(join(home, '.ssh'), join(work, 'sub/keys'))
  symlinkSync(outside, join(work, 'sub/out'))
  linkSync(join(home, '.git-credentials'), join(work, 'hard'))
  linkSync(join(home, '.aws/credentials'), join(work, 'hard-in-folder'))
  plant(
    join(work, '.env'),
    (canary) => `A=1\n# OLD=${canary}\nKEY="${canary}\n${canary}"\nexport B=${canary}\n`,
  )
  symlinkSync('.env', join(work, 'settings'))
  const shown = plant(join(work, 'shown.sh'))
  canaries.delete(shown)
  const told = /canary\d+x\w+/.exec(readFileSync(shown, 'utf8'))?.[0] ?? ''
  // A repository whose settings are somebody else's file.
  execFileSync('git', ['init', '--quiet', join(work, 'repo')])
  rmSync(join(work, 'repo/.git/config'))
  symlinkSync(join(home, '.netrc'), join(work, 'repo/.git/config'))
  const answers: Answer[] = []
  const server = await startModelServer(({ body: asked }) => {
    const { tools } = asked as { tools?: readonly unknown[] }
    if (tools === undefined || tools.length === 0) return { text: opinionText() }
    return answers.shift() ?? { text: 'Done.' }
  })
  writeFileSync(
    join(state, 'config.toml'),
    `model = "test-1"\nmodel_provider = "test"\napproval_policy = "untrusted"\nsandbox_mode = "${mode}"\n${config}\n[sandbox]\nunreadable = ["~/own-secrets"]\n[model_providers.test]\nbase_url = "${server.baseUrl}"\nenv_key = "TEST_MODEL_KEY"\nwire_api = "responses"\nrequest_max_retries = 0\nstream_max_retries = 0\n`,
  )
  if (user !== undefined) {
    chmodSync(base, 0o755)
    for (const path of [base, ...below(base)]) chownLink(path, user)
  }
  return { base, home, state, work, outside, canaries, told, server, answers, user }
}

function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? [path, ...below(path)] : [path]
  })
}

function chownLink(path: string, user: number): void {
  if (!lstatSync(path).isSymbolicLink()) chownSync(path, user, user)
}

/** The world's type. */
export type CanaryWorld = Awaited<ReturnType<typeof canaryWorld>>

/** One command of the agent's, or lines of a patch. */
export type Play = readonly string[] | { readonly patch: readonly string[] }

/**
 * Plays the commands as one turn's tool calls. Each that is asked about is denied. Returns everything that went anywhere:
 * the requests to the model, the messages to the client, what the engine wrote into its home and on standard error; and how
 * many were asked about.
 */
export async function play(world: CanaryWorld, plays: readonly Play[]) {
  const { home, state, work, answers, server, canaries, user } = world
  plays.forEach((each, at) => {
    const id = `call_${String(at)}`
    answers.push('patch' in each ? patchCall(id, ...each.patch) : shellCall(id, ...each))
  })
  const client = startAppServer({
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      COUNTERSIGN_HOME: state,
      TEST_MODEL_KEY: 'sk-planted-canary',
      RUST_LOG: 'debug',
    },
    cwd: work,
    ...(user === undefined ? {} : { user }),
  })
  await client.request(1, 'initialize', plainClient)
  const made = await client.request(2, 'newConversation', { cwd: work })
  const { conversationId } = made['result'] as { conversationId: string }
  await client.request(3, 'addConversationListener', { conversationId })
  await client.request(4, 'sendUserMessage', {
    conversationId,
    items: [{ type: 'text', data: { text: 'go' } }],
  })
  const isQuestion = (each: Message): boolean => String(each['method']).endsWith('Approval')
  const isEnd = (each: Message): boolean => each['method'] === 'codex/event/task_complete'
  let asked = 0
  for (let nth = 1; ; nth += 1) {
    const next = await client.until((each) => isQuestion(each) || isEnd(each), nth)
    if (isEnd(next)) break
    asked += 1
    // The model's view is waited for, so that its request is among what was sent.
    const params = next['params'] as { callId: string }
    await client.until(
      (each) =>
        JSON.stringify(each).includes(params.callId) && JSON.stringify(each).includes('"status":"success"'),
    )
    client.send({ id: next['id'], result: { decision: 'denied' } })
  }
  await client.end()
  const kept = below(state)
    .filter((path) => !canaries.has(path) && lstatSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
  return {
    asked,
    model: server.requests.map((request) => JSON.stringify(request.body)).join('\n'),
    everything: [
      ...server.requests.map((request) => JSON.stringify(request.body)),
      ...client.messages.map((message) => JSON.stringify(message)),
      client.stderr(),
      ...kept,
    ].join('\n'),
  }
}

/** Ends the world. */
export async function endWorld(world: CanaryWorld): Promise<void> {
  await world.server.close()
  rmSync(world.base, { recursive: true, force: true })
}
