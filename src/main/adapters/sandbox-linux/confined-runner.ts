import type { CommandRunner, OutputListener, RunResult, RunSpec } from '../../core/ports'
import type { Evidence } from '@shared/domain/evidence'
import { runProcess } from '../process-execa/run-process'
import { disarmNewRepositories, restoreLinks } from './after-run'
import type { AttemptList } from './attempts'
import { bwrapArgs, type Stage } from './bwrap-args'
import { commandEnvironment } from './command-environment'
import { watchDevices } from './devices'
import { grantMounts } from './grant-mounts'
import type { Machinery } from './machinery'
import type { GuardedLink } from './mask'
import { NestedRepositories } from './nested-repositories'
import type { Observation } from './observer'
import { Pins } from './pins'
import { Placeholders } from './placeholders'
import { evidenceOf, guessReads } from './run-evidence'
import { planRun, type RunPlan } from './run-plan'
import type { UnreadableSettings } from './unreadable-places'
import { isUnder } from './writable-roots'

const backend = 'bubblewrap'

type Ran = Exclude<RunResult, { kind: 'failed' }>

/** Runs commands under one launcher. Every run has a sandbox of its own; what they share is listed in Machinery. */
export class ConfinedRunner implements CommandRunner {
  readonly #launcher: string
  readonly #machinery: Machinery
  readonly #unreadable: UnreadableSettings
  readonly #nested = new NestedRepositories()
  readonly #placeholders: Placeholders
  readonly #pins = new Pins()

  constructor(launcher: string, machinery: Machinery, unreadable: UnreadableSettings) {
    this.#launcher = launcher
    this.#machinery = machinery
    this.#unreadable = unreadable
    this.#placeholders = new Placeholders(machinery.folder.journal)
  }

  async run(spec: RunSpec, signal: AbortSignal, onOutput: OutputListener): Promise<RunResult> {
    const { folder, helper } = this.#machinery
    const plan = await planRun(spec, {
      nested: this.#nested,
      unreadable: this.#unreadable,
      engine: [folder.shared, process.execPath, import.meta.dirname, ...(helper ? [helper.path] : [])],
    })
    if ('problem' in plan) return { kind: 'failed', reason: plan.problem }
    const grants = grantMounts(plan.grants)
    if ('problem' in grants) return { kind: 'failed', reason: grants.problem }
    let release: () => void
    try {
      release = this.#placeholders.hold([...plan.protection.missing, ...grants.missing])
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { kind: 'failed', reason: `what the sandbox protects cannot be put in place: ${reason}` }
    }
    const pins = this.#pins.begin(plan.protection.masks, plan.places.roots)
    const masks = [...grants.masks, ...pins.masks, ...plan.closed]
    const writable = [...plan.places.roots, ...plan.places.temporary, ...grants.folders]
    try {
      const observation = helper?.observer.observe()
      const devices = watchDevices(process.getuid?.())
      const layout = { writable, masks, files: grants.files }
      const result = await this.#start({ spec, layout, observation }, signal, onOutput)
      const restored = devices.restore()
      const attempts = await observation?.finish()
      if (result.kind === 'failed') return result
      const refused = attempts
        ? await evidenceOf(attempts, { writable: [...writable, ...grants.files], masks }, backend)
        : []
      const guessed = this.#guess(spec, plan, result)
      const held = await this.#settle(plan, { writable, links: grants.links }, attempts)
      return { ...withNote(result, [...restored, ...held]), evidence: [...refused, ...guessed] }
    } finally {
      pins.end()
      release()
    }
  }

  async #start(
    run: { spec: RunSpec; layout: Layout; observation: Observation | undefined },
    signal: AbortSignal,
    onOutput: OutputListener,
  ): Promise<RunResult> {
    const { spec, layout, observation } = run
    const { helper, folder, descriptors } = this.#machinery
    const { policy } = spec
    const stages: Stage[] = helper ? [{ binds: [], wrap: (command) => [helper.path, ...command] }] : []
    const args = bwrapArgs({
      ...layout,
      standIns: folder,
      network: policy.mode !== 'danger-full-access' && policy.network_access,
      cwd: spec.cwd,
      stages,
      command: spec.command,
    })
    const passed = descriptors()
    const running = runProcess(
      {
        file: this.#launcher,
        args,
        cwd: '/',
        env: commandEnvironment(spec.env, observation?.env ?? {}, process.getuid?.()),
        timeoutMs: spec.timeoutMs,
        descriptors: passed.map,
      },
      signal,
      onOutput,
    )
    passed.close() // the child has its own by now
    return notStarted(await running, observation)
  }

  /** After the run: what the command did to links and with new repositories is undone or disarmed. */
  async #settle(
    plan: RunPlan,
    granted: { readonly writable: readonly string[]; readonly links: readonly GuardedLink[] },
    attempts: AttemptList | undefined,
  ): Promise<readonly string[]> {
    const { writable } = granted
    const links = restoreLinks([...plan.protection.links, ...granted.links])
    const { gitFolders, held } = await disarmNewRepositories(writable, plan.known, attempts)
    for (const folder of gitFolders)
      for (const root of plan.places.roots) if (isUnder(folder, root)) await this.#nested.add(root, folder)
    return [...links, ...held]
  }

  #guess(spec: RunSpec, plan: RunPlan, result: Ran): readonly Evidence[] {
    if (result.kind === 'exited' && result.exitCode === 0) return []
    const texts = [...spec.command, result.output.aggregated]
    return guessReads(plan.closed, texts, this.#unreadable.home, backend)
  }
}

type Layout = Pick<Parameters<typeof bwrapArgs>[0], 'writable' | 'masks' | 'files'>

/** bubblewrap's own failures look like the command's; they are told apart by the helper, which comes after its work. */
function notStarted(result: RunResult, observation: Observation | undefined): RunResult {
  if (result.kind !== 'exited' || result.exitCode !== 1 || result.output.stdout !== '') return result
  const said = /^bwrap: (.*)\n$/.exec(result.output.stderr)?.[1]
  if (said === undefined || observation?.connected() === true) return result
  return { kind: 'failed', reason: `the sandbox could not be set up: ${said}` }
}

/** Says in the output what was undone after the run, so that the agent and the person both read it. */
function withNote(result: Ran, held: readonly string[]): Ran {
  if (held.length === 0) return result
  const note = `[countersign] undone or held back, since it could reach past this command: ${held.join(', ')}\n`
  const { output } = result
  return {
    ...result,
    output: { ...output, stderr: `${output.stderr}${note}`, aggregated: `${output.aggregated}${note}` },
  }
}
