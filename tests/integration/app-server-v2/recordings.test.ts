import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { thinking } from '../app-server/thinking'
import type { Message } from '../../fakes/app-server-client'
import { appServerHome, patchCall, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { shapeOf } from '../../fakes/message-shape'
import { greetSecond, type SecondClient } from '../../fakes/second-client'

let home: AppServerHome | undefined
let client: SecondClient | undefined
let made = ''
afterEach(async () => {
  await client?.end()
  await home?.remove()
  if (made !== '') rmSync(made, { recursive: true, force: true })
})

/** What Codex 0.169.0 sent, one of each shape, by its method or by that of the request that it answers. */
const recorded = readFileSync(join(import.meta.dirname, '../../fakes/app-server-v2.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { kind: string; message: Message })

/** What is ours alone, or was null in the recordings. */
const additions =
  /^\.id$|^\.params\.(?:countersign|approvalId$)|\.rateLimits\.(?:primary|secondary)\.|\.account\.|\.config\.projects/
/** Members that are only there where Codex knows more than we do: choices of its configuration, amendments of its policy. */
const leftOut =
  /^\.result\.config\.|^\.params\.proposedExecpolicyAmendment|^\.params\.availableDecisions\[\]\.|^\.result\.data\[\]\.(?:availabilityNux\.|hooks\[\]|skills\[\]|additionalSpeedTiers\[\]|serviceTiers\[\])/
/** Null in one of the two, and something in the other. */
const nullable =
  /(?:^|\.)(?:reason|path|name|reasoningEffort|effort|summary|processId|aggregatedOutput|exitCode|durationMs|startedAt|completedAt|completedAtMs|phase|account|gitInfo|error|nextCursor|activePermissionProfile|layers|primary|secondary|serviceTier|resetsAt|windowDurationMins|modelContextWindow|multiAgentVersion|availabilityNux|approvals_reviewer|title|model_reasoning_effort|description)$/

test('what we send has the shape of what Codex sends, kind by kind', async () => {
  made = `/var/tmp/cs-v2r-${String(process.pid)}`
  home = await appServerHome(
    [
      shellCall('call_1', 'sh', '-c', `touch ${made} && echo ok`),
      patchCall('call_2', '*** Add File: a.txt', '+one'),
      patchCall('call_3', `*** Add File: ${made}.txt`, '+one'),
      { calls: [{ id: 'call_4', name: 'no_such_tool', arguments: {} }] },
      thinking,
    ],
    { policy: 'untrusted', config: '[features]\nsandbox_command_assessment = false\n' },
  )
  client = await greetSecond(home)
  const { project } = home
  const ours: { kind: string; message: Message }[] = []
  const call = async (method: string, params: object): Promise<Message> => {
    const answer = await client?.request(ours.length + 1000, method, params)
    if (answer) ours.push({ kind: `${method} answer`, message: answer })
    return answer?.['result'] as Message
  }
  await call('config/read', { includeLayers: false })
  await call('account/read', { refreshToken: false })
  await call('permissionProfile/list', { cwd: project, cursor: null })
  await call('model/list', { cursor: null, limit: null })
  await call('skills/list', { cwds: [project] })
  await call('hooks/list', { cwds: [project] })
  const begun = await call('thread/start', { cwd: project, modelProvider: null })
  const threadId = (begun['thread'] as { id: string }).id
  const input = [{ type: 'text', text: 'do it', text_elements: [] }]
  await call('turn/start', { threadId, input, effort: 'medium', model: 'test-1' })
  for (const [nth, decision] of ['accept', 'accept', 'decline'].entries()) {
    const { id } = await client.asked(nth + 1)
    client.send({ id: id as number, result: { decision } })
  }
  await client.told('turn/completed')
  for (const message of client.messages)
    if (typeof message['method'] === 'string') ours.push({ kind: message['method'], message })
  const greeting = client.messages.find((each) => JSON.stringify(each).includes('codexHome'))
  if (greeting) ours.push({ kind: 'initialize answer', message: greeting })

  const by = (all: typeof ours, kind: string) =>
    all.filter((each) => each.kind === kind).map((each) => each.message)
  const kinds = [...new Set(recorded.map(({ kind }) => kind))]
  const wrong: string[] = []
  for (const kind of kinds) {
    const theirs = by(recorded, kind)
    const mine = by(ours, kind)
    if (mine.length === 0) {
      wrong.push(`${kind}: never sent`)
      continue
    }
    // Items of different types have different members: compared type by type.
    const types = new Set(theirs.map(typeOf))
    for (const type of types) {
      const [shape, own] = [theirs, mine].map((all) => shapeOf(all.filter((each) => typeOf(each) === type)))
      if (!shape || !own || own.size === 0) continue
      for (const [path, { types: found }] of own) {
        const known = shape.get(path)
        if (!known) {
          if (!additions.test(path)) wrong.push(`${kind} ${type}${path}: not recorded`)
          continue
        }
        for (const each of found)
          if (!known.types.has(each) && !nullable.test(path) && path !== '.id')
            wrong.push(`${kind} ${type}${path}: ${each}, expected ${[...known.types].join(' or ')}`)
      }
      for (const [path] of shape) {
        const parent = path.slice(0, Math.max(path.lastIndexOf('.'), 0))
        if (!own.has(path) && (own.get(parent)?.types.has('object') ?? parent === '') && !leftOut.test(path))
          wrong.push(`${kind} ${type}${path}: missing`)
      }
    }
  }
  expect(wrong).toEqual([])
})

/** What kind of item a message is about; '' for none. */
function typeOf(message: Message): string {
  const { item } = (message['params'] ?? {}) as { item?: { type: string } }
  return item?.type ?? ''
}
