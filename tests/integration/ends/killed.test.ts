import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { appServerHome, patchCall, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import type { Answer } from '../../fakes/model-server'
import { runCli } from '../../fakes/run-cli'
import { seenIn, startEngine, type EngineRun } from './harness/engine-run'
import { tree } from '../patch/tree'

let home: AppServerHome | undefined
let project = ''
let runtime = ''
let run: EngineRun | undefined
afterEach(async () => {
  run?.clear()
  await home?.remove()
  for (const folder of [project, runtime]) rmSync(folder, { recursive: true, force: true })
})

const quiet = '[features]\nsandbox_command_assessment = false\n'
const outside = `sandbox_mode = "danger-full-access"\n${quiet}`

/** An engine that carries out the script with a place of its own for runtime files, so that nobody else's are looked at. */
async function start(script: readonly Answer[], config = quiet): Promise<EngineRun> {
  const made = await appServerHome(script, { config })
  // The engine reads no files of its own home for anybody, so the project lies elsewhere.
  project = mkdtempSync('/var/tmp/cs-ends-')
  home = { ...made, project }
  runtime = mkdtempSync('/var/tmp/cs-ends-run-')
  home.env['XDG_RUNTIME_DIR'] = runtime
  run = startEngine(home, ['exec', '--json', 'go'])
  return run
}

/** Kills the program alone, as the system does when memory is short; what dies with it is waited for. */
async function kill(engine: EngineRun): Promise<void> {
  process.kill(engine.engine(), 'SIGKILL')
  await engine.code
}

/** The next start of an engine in this home, which has something to do with its files. */
const next = () => runCli(['exec', '--json', '--cd', project, 'go on'], { env: home?.env ?? {} })

/** What engines keep of runs that are under way, below the folder for them. */
const kept = (): string[] => readdirSync(runtime).flatMap((name) => readdirSync(join(runtime, name)))

test('the runtime folder is gone after the next start, and nothing ever stood in the workspace', async () => {
  const engine = await start([shellCall('call_1', 'sh', '-c', 'echo up; sleep 1000'), { text: 'Done.' }])
  await engine.until('"up')
  expect([readdirSync(project), kept().length]).toEqual([[], 1])
  await kill(engine)
  while (seenIn(home?.folder ?? '').some(({ words }) => words === 'sleep 1000')) await delay(20)
  expect(readdirSync(project)).toEqual([])
  await next()
  expect([readdirSync(project), kept()]).toEqual([[], []])
})

/** So many files that the applier is killed among them. */
const many = 240
const names = Array.from({ length: many }, (_, at) => `f${String(at)}`)

/** A workspace with text in it, and a patch that changes, adds, moves and deletes. */
const lines = names.flatMap((name, at) =>
  at % 4 === 0
    ? [`*** Update File: ${name}`, '@@', '-old', `+new ${name}`]
    : at % 4 === 1
      ? [`*** Delete File: ${name}`]
      : at % 4 === 2
        ? [`*** Update File: ${name}`, `*** Move to: moved/${name}`, '@@', '-old', '+new']
        : [`*** Add File: fresh/${name}`, '+new'],
)
const whole: Record<string, string> = { 'moved/': '755', 'fresh/': '755' }
for (const [at, name] of names.entries()) {
  if (at % 4 === 0) whole[name] = `644 new ${name}\n`
  if (at % 4 === 2) whole[`moved/${name}`] = '644 new\n'
  if (at % 4 === 3) whole[`fresh/${name}`] = '644 new\n'
}
const fill = (project: string): void => {
  for (const [at, name] of names.entries()) if (at % 4 !== 3) writeFileSync(join(project, name), 'old\n')
}

test.each([
  ['laid out, inside the sandbox', quiet, 'prepare', 20],
  ['laid out, outside', outside, 'prepare', 40],
  ['put in place, inside the sandbox', quiet, 'commit', 10],
  ['put in place, outside', outside, 'commit', 30],
])(
  'killed while a patch is %s: the next start takes it back, and the patch can be made again',
  async (_, config, at, count) => {
    const engine = await start([patchCall('call_1', ...lines), { text: 'Done.' }], config)
    // The model is asked only now, so the files can still be laid.
    fill(project)
    const before = tree(project)
    // The folders come and go while they are looked into.
    const below = (folder: string): string[] =>
      existsSync(folder) ? readdirSync(folder, { encoding: 'utf8' }) : []
    const temporary = (): string[] =>
      [project, join(project, 'moved'), join(project, 'fresh')]
        .flatMap(below)
        .filter((name) => name.startsWith('.countersign-'))
    const taken = (): number => temporary().filter((name) => name.endsWith('.old')).length
    await engine.holds(() => (at === 'prepare' ? temporary().length >= count : taken() >= count))
    await kill(engine)
    // Outside, the applier goes on meanwhile, so only names are looked at, which a listing gives in one go.
    expect(readdirSync(project).map((name) => name in before)).toContain(false)
    await next()
    await settled(
      () => temporary().length === 0 && readdirSync(join(home?.base ?? '', 'staging')).length === 0,
    )
    // Outside, the applier may have come to its end before anybody looked.
    expect(config === outside ? [before, whole] : [before]).toContainEqual(tree(project))
  },
)

async function settled(holds: () => boolean): Promise<void> {
  for (let round = 0; !holds() && round < 500; round++) await delay(20)
}
