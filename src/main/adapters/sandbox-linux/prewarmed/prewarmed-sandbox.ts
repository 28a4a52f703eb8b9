import { closeSync } from 'node:fs'
// oxlint-disable-next-line countersign/no-restricted-imports -- the kernel's own files
import { openSync, readFileSync, readlinkSync } from 'node:fs'
import { opensNetwork } from '@shared/domain/sandbox-policy'
import type { RunSpec } from '../../../core/ports/sandbox'
import { bwrapArgs } from '../mounts/bwrap-args'
import { controlGroups } from '../mounts/control-groups'
import { holdPlaces, type HeldPlaces } from './held-places'
import { launchOf, prepareOwn, type MountPlan, type MountPlanParts } from '../mounts/mount-plan'
import type { Machinery } from '../machinery'
import type { Mask } from '../mounts/mask'
import { prewarmedShell, whileItWaits } from './prewarmed-shell'

/** Where the program in enter/ finds the namespaces. */
const [mountsDescriptor, networkDescriptor] = [4, 5] as const

/** How a program is started in front of others, which follow. */
export interface Launch {
  readonly file: string
  readonly before: readonly string[]
  /** More descriptors for it, by the number it gets each under. */
  readonly descriptors: ReadonlyMap<number, number>
}

/**
 * A sandbox that is made beforehand, with everything mounted, for the commands that come: each runs in a copy of its mounts and has
 * everything else of its own. No process keeps it, only a descriptor of this one's, so that it ends with it, however that ends.
 */
export interface PrewarmedSandbox {
  readonly mountPlan: MountPlan
  /** What is mounted, as it was just before. */
  readonly places: HeldPlaces
  /** Its mounts, as the links in /proc name them (`mnt:[4026532179]`). */
  readonly name: string
  /** How a command gets in, to work in this folder. What stands for the sandbox stands until `release` was called as well, once. */
  enter(folder: string): { readonly launch: Launch; readonly release: () => void }
  /** Lets go of it; commands that are in there go on. Call it once. */
  discard(): void
}

/** That none was made, and why, as a clause in plain words. */
export interface NoneMade {
  readonly why: string
}

/** What a prewarmed sandbox is made with. */
export interface PrewarmParts {
  readonly launcher: string
  readonly machinery: Machinery
  readonly mountParts: MountPlanParts
}

/** The only child of a process. */
function childOf(pid: number | undefined): number {
  const of = String(pid)
  return Number(readFileSync(`/proc/${of}/task/${of}/children`, 'latin1').trim())
}

/** Holds the mounts of what the launcher started. Its own process is this user's only outside; what it started is inside, too. */
function openMounts(launcher: number | undefined): { readonly mounts: number; readonly name: string } {
  const path = `/proc/${String(childOf(childOf(launcher)))}/ns/mnt`
  const mounts = openSync(path, 'r')
  const name = readlinkSync(`/proc/self/fd/${String(mounts)}`)
  if (name !== readlinkSync('/proc/self/ns/mnt')) return { mounts, name }
  closeSync(mounts)
  throw new Error('they are the mounts of this process')
}

/** Has the launcher make the mounts of a run, and takes hold of them; what made them is gone then. Says why where that is impossible. */
async function makeMounts(
  mountPlan: MountPlan,
  { launcher, machinery }: PrewarmParts,
): Promise<ReturnType<typeof openMounts> | NoneMade> {
  const { network, words } = launchOf(mountPlan, launcher)
  const around = { standIns: machinery.folder, network, groups: controlGroups() }
  const plan = { ...mountPlan.layout, ...around, cwd: '/', stages: [] }
  return whileItWaits(
    { ...words(bwrapArgs({ ...plan, command: prewarmedShell })), descriptors: () => machinery.descriptors() },
    (_, pid) => openMounts(pid),
  )
}

/** Whether every folder that the plan pins is pinned; one that had to be read-only is that for another run's sake only. */
const asPlanned = (mountPlan: MountPlan): boolean => {
  const pinned = (masks: readonly Mask[]): number => masks.filter(({ kind }) => kind === 'pinned').length
  return pinned(mountPlan.layout.masks) === pinned(mountPlan.plan.protection.masks)
}

/** Takes hold of everything that a run mounts; undefined where something is gone. */
function holdMounted({ layout: { masks, writable } }: MountPlan): HeldPlaces | NoneMade {
  // Where nobody here may put a placeholder (in another user's `.git`, in a temporary folder) nothing is mounted: nor could a command.
  const isTried = ({ kind }: Mask): boolean => kind === 'pinned' || kind === 'read-only'
  const tried = masks.filter(isTried).map(({ path }) => path)
  const fixed = masks.filter((mask) => !isTried(mask)).map(({ path }) => path)
  const certain = [...writable, ...fixed]
  return (
    holdPlaces(certain, tried) ?? {
      why: `one of these places is gone, or cannot be held open: ${[...certain, ...tried].join(', ')}`,
    }
  )
}

/** Makes a sandbox for runs like this one, whatever their commands are. None is made where it cannot be exactly as a run's own would be. */
export async function prewarmSandbox(
  spec: RunSpec,
  parts: PrewarmParts,
): Promise<PrewarmedSandbox | NoneMade> {
  const mountPlan = await prepareOwn(spec, parts.mountParts)
  if ('problem' in mountPlan) return { why: mountPlan.problem }
  let places: HeldPlaces | NoneMade | undefined
  let made: Awaited<ReturnType<typeof makeMounts>> | undefined
  try {
    if (asPlanned(mountPlan)) places = holdMounted(mountPlan)
    if (places && !('why' in places)) made = await makeMounts(mountPlan, parts)
  } finally {
    if (!made || 'why' in made) {
      if (places && !('why' in places)) places.close()
      mountPlan.clear()
    }
  }
  if (!places) return { why: 'another command that runs here could move what is held in place' }
  if ('why' in places) return places
  if (!made) throw new Error('nothing was made, and nobody said why')
  return 'why' in made ? made : prewarmedSandbox({ mountPlan, places, ...made }, parts)
}

function prewarmedSandbox(
  {
    mountPlan,
    places,
    mounts,
    name,
  }: Pick<PrewarmedSandbox, 'mountPlan' | 'places' | 'name'> & { readonly mounts: number },
  { machinery }: PrewarmParts,
): PrewarmedSandbox {
  const { spec, joined } = mountPlan
  const network = joined ? 'joined' : opensNetwork(spec.policy) ? 'inherited' : 'own'
  let users = 1
  const release = (): void => {
    users -= 1
    if (users === 0) mountPlan.clear()
  }
  return {
    mountPlan,
    places,
    name,
    enter(folder) {
      users += 1
      return {
        launch: {
          file: machinery.enter ?? '',
          before: [String(process.pid), network, controlGroups(), folder],
          descriptors: new Map([
            [mountsDescriptor, mounts],
            ...(joined ? [[networkDescriptor, joined.descriptor] as const] : []),
          ]),
        },
        release,
      }
    },
    discard() {
      closeSync(mounts)
      places.close()
      release()
    },
  }
}
