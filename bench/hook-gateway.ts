import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Push } from '@shared/ipc/push'
import { composeEngine } from '../src/main/compose'
import { createBridgeServer } from '../src/main/hosts/bridge/bridge-server'
import { openReceiver } from '../src/main/hosts/hook-gateway/receiver'
import { askHookGateway } from '../tests/fakes/hook-gateway-client'
import { median, ms, printRows } from './measure'

/**
 * From a hook's HTTP request to its approval in a window, facts and checks included, and from the request to the answer where a rule
 * has it: what the hook gateway adds to a call of another maker's agent.
 */
const rounds = 40
const warm = 5

const base = mkdtempSync('/var/tmp/cs-bench-')
const [home, work] = [join(base, 'home'), join(base, 'work')]
for (const folder of [home, work]) mkdirSync(folder)
writeFileSync(join(home, 'config.toml'), '[features]\nsandbox_command_assessment = false\n')
const { engine, log, hookGatewayOfHome } = await composeEngine({
  env: { ...process.env, COUNTERSIGN_HOME: home },
  version: 'bench',
  runtimeProgram: '', // not started on Linux
})
const bridge = createBridgeServer({
  ...{ engine, log, home, host: 'browser', version: 'bench', platform: process.platform },
  searchFiles: () => Promise.resolve([]),
  pickFolder: () => Promise.resolve({ kind: 'unsupported' }),
})
const receiver = await openReceiver({ hookGateway: engine.hookGateway, file: hookGatewayOfHome.file, log })
let began = 0
let scope: 'once' | 'rule' = 'once'
const shown: number[] = []
const window = bridge.connect((sent) => {
  const push = Push.parse(sent)
  const events = push.kind === 'events' ? push.events : []
  for (const { event } of events)
    if (event.type === 'approval.requested') {
      shown.push(performance.now() - began)
      void engine.decide(event.request.id, { kind: 'allow', offerId: 'only-this', scope }, 'browser')
    }
  return Promise.resolve()
})
await window.handle('app.hello', {})
const hook = (command: string): ReturnType<typeof askHookGateway> => {
  began = performance.now()
  const body = {
    ...{ session_id: 'bench', cwd: work, hook_event_name: 'PermissionRequest' },
    ...{ tool_name: 'Bash', tool_input: { command } },
  }
  return askHookGateway({ url: receiver.url, token: receiver.token, body })
}

/** What comes before every call of an agent, where only what was allowed after a refusal is let through. */
const beforeCall = (): ReturnType<typeof askHookGateway> =>
  askHookGateway({
    ...{ url: receiver.url, token: receiver.token, path: '/claude/retries' },
    body: {
      ...{ session_id: 'bench', cwd: work, hook_event_name: 'PreToolUse' },
      ...{ tool_name: 'Bash', tool_input: { command: 'make' } },
    },
  })

for (let at = 0; at < rounds; at += 1) await hook(`rm -rf build-${String(at)} && make all`)
scope = 'rule'
await hook('touch x && echo done')
const asked = shown.length
const answered: number[] = []
for (let at = 0; at < rounds; at += 1) answered.push((await hook('touch x && echo done')).ms)
const passed: number[] = []
for (let at = 0; at < rounds; at += 1) passed.push((await beforeCall()).ms)
window.close()
await receiver.close()
await engine.close()
rmSync(base, { recursive: true })
if (shown.length !== asked) throw new Error('the rule did not answer')
const [toScreen, byRule] = [median(shown.slice(warm)), median(answered.slice(warm))]
const inPassing = median(passed.slice(warm))
printRows([
  {
    what: `hook's request at the desk to approval in a window (${String(asked)} requests)`,
    figure: ms(toScreen),
    goal: 'at most 50 ms',
    reached: toScreen <= 50,
  },
  {
    what: `hook's request to its answer by a rule (${String(answered.length)} requests)`,
    figure: ms(byRule),
    goal: 'at most 30 ms',
    reached: byRule <= 30,
  },
  {
    what: `hook before a call that nobody is asked about (${String(passed.length)} requests)`,
    figure: ms(inPassing),
    goal: 'at most 5 ms',
    reached: inPassing <= 5,
  },
])
