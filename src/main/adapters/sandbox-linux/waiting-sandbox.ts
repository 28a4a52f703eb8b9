import type { Socket } from 'node:net'
import type { RunSpec } from '../../core/ports'
import { hold, killGroup, startProcess, type StartedProcess } from '../process-execa/started-process'
import { bwrapArgs } from './bwrap-args'
import { commandEnvironment } from './command-environment'
import { confineStage } from './confine/confine-stage'
import { gateCommand, gateDescriptor } from './gate'
import { holdPlaces, type HeldPlaces } from './held-places'
import { launchOf, layRun, planJoined, toldOf, type Fits, type LaidRun, type LayingParts } from './laid-run'
import type { CommandLimits } from './limits/command-limits'
import type { Machinery } from './machinery'
import type { Mask } from './mask'
import type { Observation } from './observer'

/** A sandbox that is made, with everything mounted, and waits for its command. */
export interface WaitingSandbox {
  readonly laid: LaidRun
  readonly process: StartedProcess
  readonly observation: Observation | undefined
  /** What is mounted, as it was just before. */
  readonly places: HeldPlaces
  /** Tells it the one line that makes it run, and from then on keeps this process alive until it has. Without a line it ends. */
  open(line: string): void
  /** Lets go of what only its waiting needed, once its command has ended. */
  close(): void
  /** Ends it, and lets go of what only its waiting needed: its command does not come. */
  readonly cancel: () => void
  /** Takes it down with everything it needed, where no command came to it. */
  discard(): void
}

/** That none was made, and why, as a clause in plain words. */
export interface NoneMade {
  readonly why: string
}

/** What a waiting sandbox is made with. */
export interface WaitingParts {
  readonly launcher: string
  readonly machinery: Machinery
  readonly laying: LayingParts
  readonly limits: CommandLimits
  /** See gateShell. */
  readonly shell: string
}

interface StartedGate {
  readonly process: StartedProcess
  readonly gate: Socket
}

/** Starts bubblewrap with the run's layout and the gate for its command. Undefined where that is impossible. */
function startGate(
  laid: LaidRun,
  observation: Observation | undefined,
  { launcher, machinery, limits, shell }: WaitingParts,
): StartedGate | undefined {
  const { spec, layout } = laid
  const { network, words } = launchOf(laid, launcher)
  const started = startProcess({
    ...words(
      bwrapArgs({
        ...layout,
        standIns: machinery.folder,
        network,
        cwd: spec.cwd,
        stages: machinery.confine === undefined ? [] : [confineStage(machinery.confine, layout, limits)],
        command: gateCommand(shell),
      }),
    ),
    cwd: '/',
    env: commandEnvironment(spec.env, observation?.env ?? {}, process.getuid?.()),
    descriptors: () => {
      const { map, close } = machinery.descriptors()
      return { map: new Map<number, number | 'pipe'>([...map, [gateDescriptor, 'pipe']]), close }
    },
  })
  if (started.kind === 'failed') return undefined
  const gate = started.child.stdio[gateDescriptor] as Socket
  gate.on('error', () => gate.destroy()) // it ended first, which its exit code tells
  return { process: started, gate }
}

/** Whether every folder that the plan pins is pinned; one that had to be read-only is that for another run's sake only. */
const asPlanned = (laid: LaidRun): boolean => {
  const pinned = (masks: readonly Mask[]): number => masks.filter(({ kind }) => kind === 'pinned').length
  return pinned(laid.layout.masks) === pinned(laid.plan.protection.masks)
}

/**
 * Makes a sandbox for a run like this one, whose command is still unknown. It does not keep this process alive. None is made
 * where it cannot be exactly as the run's own would be, or its plan does not fit.
 */
export async function makeWaitingSandbox(
  spec: RunSpec,
  fits: Fits,
  parts: WaitingParts,
): Promise<WaitingSandbox | NoneMade> {
  const { joined, planned } = await planJoined(spec, parts.laying)
  if (!('problem' in planned) && !fits(planned)) {
    joined?.release()
    return { why: 'other things are protected than in the run before' }
  }
  const laid = layRun({ spec, joined }, planned, parts.laying)
  if ('problem' in laid) return { why: laid.problem }
  const { masks, writable } = laid.layout
  // Where nobody here may put a placeholder (in another user's `.git`, in a temporary folder) nothing is mounted: nor could a command.
  const isTried = ({ kind }: Mask): boolean => kind === 'pinned' || kind === 'read-only'
  const tried = masks.filter(isTried).map(({ path }) => path)
  const fixed = masks.filter((mask) => !isTried(mask)).map(({ path }) => path)
  let places: HeldPlaces | undefined
  let observation: Observation | undefined
  let started: StartedGate | undefined
  try {
    if (asPlanned(laid)) places = holdPlaces([...writable, ...fixed, spec.cwd], tried)
    if (places) observation = parts.machinery.helper?.observer.observe(toldOf(laid, parts.laying))
    if (places) started = startGate(laid, observation, parts)
  } finally {
    if (!started) {
      places?.close()
      laid.clear()
      void observation?.finish()
    }
  }
  if (!asPlanned(laid)) return { why: 'another command that runs here could move what is held in place' }
  if (!places)
    return {
      why: `one of these places is gone, or cannot be held open: ${[...writable, ...fixed, ...tried].join(', ')}`,
    }
  if (!started) return { why: 'bubblewrap could not be started' }
  return waitingSandbox({ laid, observation, places }, started)
}

/** The sandbox that was started, not keeping this process alive. */
function waitingSandbox(
  parts: Pick<WaitingSandbox, 'laid' | 'observation' | 'places'>,
  { process, gate }: StartedGate,
): WaitingSandbox {
  const { laid, observation, places } = parts
  hold(process, 'unref')
  gate.unref()
  const close = (): void => {
    gate.destroy()
    places.close()
  }
  return {
    ...parts,
    process,
    open(line) {
      hold(process, 'ref')
      gate.ref()
      gate.end(line)
    },
    close,
    cancel() {
      gate.end('')
      close()
    },
    discard() {
      killGroup(process.child.pid)
      close()
      laid.clear()
      void observation?.finish()
    },
  }
}
