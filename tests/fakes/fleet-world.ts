import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { appServerHome } from './app-server-home'
import { startCluster, type Cluster, type KubeObject, type Rule } from './cluster'
import type { Answer, RecordedRequest } from './model-server'
import { cliEntry, runProgram, type CliOptions, type Ran } from './run-cli'
import { endEngines, engineProgram, enginesOf } from './ssh-host'

/** What a person is told to apply: the template, the pool and the rights of these tests. */
export const exampleFile = join(import.meta.dirname, '../../examples/kubernetes/fleet.yaml')

/** This machine's home with a fleet `fleet` in its config.toml, reached with the real kubectl; its pods are folders here, with the real engine. */
export interface FleetWorld {
  readonly cluster: Cluster
  /** Where workspaces are in a pod. */
  readonly workspace: string
  /** A folder of this machine for what a test needs. */
  readonly here: string
  readonly env: NodeJS.ProcessEnv
  /** That of the built engine. */
  readonly version: string
  run(args: readonly string[], more?: Partial<CliOptions>): Promise<Ran>
  /** Writes config.toml anew, with these lines in the fleet's entry besides. */
  configure(lines: string): void
  /** What a pod starts in place of a command; undefined: the command itself. */
  instead: ((command: readonly string[]) => readonly string[] | undefined) | undefined
  /** Everything in pods is gone. */
  emptyPods(): void
  /** The processes of the engine that is kept in a pod. */
  engines(): readonly number[]
  close(): Promise<void>
}

/** Makes one; turns in pods take the script's answers, under this policy and with these lines of config.toml there. */
export async function fleetWorld(
  script: readonly Answer[] | ((request: RecordedRequest) => Answer | undefined),
  { policy = 'never', config = '' }: { readonly policy?: string; readonly config?: string } = {},
): Promise<FleetWorld> {
  const there = await appServerHome(script, { policy, config })
  const here = mkdtempSync('/var/tmp/cs-fleet-')
  // Not below the home of the engine there, which no command of ours reads.
  const workspace = join(here, 'workspace')
  const engine = engineProgram(here, there.base, { TEST_MODEL_KEY: there.env.TEST_MODEL_KEY ?? 'key' })
  const podEnv = { PATH: process.env.PATH, HOME: there.folder, LANG: 'C.UTF-8' }
  const cluster = await startCluster(here, (_, command) => {
    const [program = '', ...args] = world.instead?.(command) ?? command
    return { program, args, env: podEnv, cwd: there.folder }
  })
  const home = join(here, 'home')
  mkdirSync(home, { mode: 0o700 })
  const configure = (lines: string): void => {
    const entry = [
      ...['[hosts.fleet]', 'kind = "agent-sandbox"', 'context = "prod-eu"', 'namespace = "agents"'],
      ...[
        'template = "node24"',
        `engine = ${JSON.stringify(engine)}`,
        `folder = ${JSON.stringify(workspace)}`,
      ],
    ]
    writeFileSync(join(home, 'config.toml'), `${entry.join('\n')}\n${lines}\n`)
  }
  configure('')
  for (const each of parseAllDocuments(readFileSync(exampleFile, 'utf8'))) {
    const object = each.toJS() as KubeObject & { readonly rules?: readonly Rule[] }
    if (object.kind === 'SandboxTemplate') cluster.put('sandboxtemplates', object)
    if (object.kind === 'SandboxWarmPool')
      cluster.put('sandboxwarmpools', { ...object, status: { readyReplicas: 1 } })
    if (object.rules) cluster.rules = object.rules
  }
  const env = {
    ...{ PATH: process.env.PATH, HOME: here, LANG: 'C.UTF-8' },
    ...{ COUNTERSIGN_HOME: home, KUBECONFIG: cluster.kubeconfig },
  }
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
  }
  const world: FleetWorld = {
    ...{ version, cluster, workspace, here, env, configure, instead: undefined },
    run: (args, more = {}) => runProgram(process.execPath, [cliEntry, ...args], { env, ...more }),
    engines: () => enginesOf(there.base),
    emptyPods() {
      rmSync(workspace, { recursive: true, force: true })
    },
    async close() {
      await endEngines(there.base)
      await cluster.close()
      await there.remove()
      rmSync(here, { recursive: true, force: true })
    },
  }
  return world
}
