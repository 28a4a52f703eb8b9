import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startAppServer, type AppServerClient, type Message } from '../../fakes/app-server-client'
import { appServerHome, patchCall, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { byKind, shapeOf } from '../../fakes/message-shape'

interface Sample {
  readonly from: 'client' | 'server'
  readonly message: Message
}
const samples = readFileSync(join(import.meta.dirname, '../../fakes/app-server-v1.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Sample)

let home: AppServerHome | undefined
let client: AppServerClient | undefined
afterEach(async () => {
  await client?.end()
  await home?.remove()
})

/** What stands in ours and not in the samples: our additions, each beside what the wire has. */
const additions = /^\.params\.(msg\.)?(assessment|approval_id|approvalId|effect)\b|^\.error\.data\b/
/** Members that the wire lets be null where the samples happen to have a value. */
const nullable = new Set([
  '.params.msg.model_context_window',
  '.params.msg.info.model_context_window',
  '.result.nextCursor',
])
/** Members that the wire leaves out where there is nothing to say. */
const optional = /^\.params\.(msg\.)?(risk|reason)\b|\.parsed_?[cC]md\[\]\.|\.(changes|fileChanges)\.\*\./

/** Plays the client's half of the samples, with the ids of this run, and answers what the server asks. */
async function playSamples(
  server: AppServerClient,
  project: string,
): Promise<{ asked: Map<unknown, string>; received: readonly Message[] }> {
  const asked = new Map<unknown, string>()
  let conversationId: unknown
  let subscriptionId: unknown
  for (const { from, message } of samples) {
    if (from !== 'client') continue
    const { id, method } = message
    if (typeof method !== 'string') {
      await server.until((each) => each['id'] === id && 'method' in each)
      server.send(message)
      continue
    }
    const text = JSON.stringify(message)
      .replaceAll('/home/me/project', project)
      .replaceAll('01a1fcea-1380-7a43-9822-732ce2d0cbd5', String(conversationId))
      .replaceAll('c8258fa2-6d9e-40f2-9549-fd5f6ce1522c', String(subscriptionId))
    if (method === 'interruptConversation')
      await server.until((each) => JSON.stringify(each).includes('"command":["sleep","10"]'))
    if (id === 5) await server.event('task_complete')
    server.send(`${text}\n`)
    if (id === undefined) continue
    asked.set(id, method)
    const answer = await server.until((each) => each['id'] === id && !('method' in each))
    const result = answer['result'] as Message | undefined
    conversationId ??= result?.['conversationId']
    subscriptionId ??= result?.['subscriptionId']
  }
  return { asked, received: server.messages }
}

test('the client half of the samples gets messages of the same shape, kind by kind', async () => {
  home = await appServerHome([
    {
      calls: [
        {
          id: 'call_p',
          name: 'update_plan',
          arguments: {
            explanation: 'why',
            plan: [
              { step: 'one', status: 'completed' },
              { step: 'two', status: 'in_progress' },
            ],
          },
        },
      ],
    },
    shellCall('call_a', 'bash', '-c', 'echo hello; echo oops >&2'),
    patchCall('call_b', '*** Add File: a.txt', '+one'),
    patchCall(
      'call_c',
      '*** Add File: /opt/cs-outside.txt',
      '+x',
      '*** Update File: a.txt',
      '@@',
      '-one',
      '+two',
    ),
    shellCall('call_d', 'touch', '/opt/cs-denied'),
    { text: 'All done.' },
    shellCall('call_f', 'sleep', '10'),
  ])
  const { env, project } = home
  client = startAppServer({ env, cwd: project })
  const { asked, received } = await playSamples(client, project)
  const ended = await client.end()
  expect([ended, existsSync('/opt/cs-denied'), existsSync('/opt/cs-outside.txt')]).toEqual([
    { code: 0, signal: null },
    false,
    false,
  ])

  const theirs = byKind(
    samples.flatMap(({ from, message }) => (from === 'server' ? [message] : [])),
    asked,
  )
  const ours = byKind(received, asked)
  const wrong: string[] = []
  for (const [kind, messages] of theirs) {
    const mine = ours.get(kind)
    if (!mine) {
      wrong.push(`${kind}: never sent`)
      continue
    }
    const shape = shapeOf(messages)
    const own = shapeOf(mine)
    for (const [path, { types, count }] of own) {
      const known = shape.get(path)
      if (!known) {
        if (!additions.test(path)) wrong.push(`${kind}${path}: not in the samples`)
      } else if (count > 0)
        for (const type of types)
          if (!known.types.has(type) && !(type === 'null' && nullable.has(path)))
            wrong.push(`${kind}${path}: ${type}, expected ${[...known.types].join(' or ')}`)
    }
    for (const [path, { count }] of shape) {
      const always = count === messages.length && !optional.test(path)
      const parent = path.slice(0, Math.max(path.lastIndexOf('.'), 0))
      const due = own.get(parent)?.types.has('object') === true || parent === ''
      if (
        always &&
        due &&
        own.get(path)?.count !== mine.length &&
        !path.includes('[]') &&
        !path.includes('.info.')
      )
        wrong.push(`${kind}${path}: missing in ${String(mine.length - (own.get(path)?.count ?? 0))}`)
    }
  }
  expect(wrong).toEqual([])

  const events = received.flatMap((each) => {
    const { params } = each as { params?: { id?: string; msg?: { type: string } } }
    return params?.msg &&
      /^(task_|turn_aborted|exec_command_(begin|end)|patch_apply_(begin|end)|agent_message$)/.test(
        params.msg.type,
      )
      ? [`${String(params.id)} ${params.msg.type}`]
      : []
  })
  expect(events).toEqual([
    '0 task_started',
    '0 exec_command_begin',
    '0 exec_command_end',
    '0 patch_apply_begin',
    '0 patch_apply_end',
    '0 patch_apply_begin',
    '0 patch_apply_end',
    '0 exec_command_begin',
    '0 exec_command_end',
    '0 agent_message',
    '0 task_complete',
    '3 task_started',
    '3 exec_command_begin',
    '3 exec_command_end',
    '3 turn_aborted',
  ])
})
