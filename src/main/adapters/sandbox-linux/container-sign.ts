// oxlint-disable-next-line countersign/no-restricted-imports -- the kernel's own files
import { lstatSync, readFileSync } from 'node:fs'
import type { ContainerUse } from '@shared/domain/doctor'

/** What a container runtime leaves at its places. The folders are root's: what an agent may write to shows nothing. */
const files: readonly string[] = ['/.dockerenv', '/run/.containerenv', '/run/host/container-manager']

/** What is read of the machine, each absent where it cannot be. */
export interface ContainerSigns {
  /** Whether a regular file lies there. */
  readonly isFile: (path: string) => boolean
  /** Of process 1: its environment, and the control groups that it is in. */
  readonly environ: string | undefined
  readonly cgroup: string | undefined
  /** The mounts of this process. */
  readonly mounts: string | undefined
}

/** Where layers of images lie, as the root's own mount names them. */
const layers =
  /\/(?:docker\/(?:overlay2|overlay|image)|containers\/storage\/overlay|containerd[\w./-]*\/snapshots|io\.containerd\.snapshotter[\w./-]*)\//

/**
 * By what this is seen to be a container: a file of its runtime, what process 1 was started with, the group that it is in, or a root that is made of an
 * image's layers. Undefined: by nothing, and then it counts as none. A variable of this process's own environment is no sign.
 */
export function signIn({
  isFile,
  environ = '',
  cgroup = '',
  mounts = '',
}: ContainerSigns): string | undefined {
  const file = files.find(isFile)
  if (file !== undefined) return file
  const kind = environ.split('\0').find((each) => /^container=./.test(each))
  if (kind !== undefined) return `${kind.slice(0, 60)} of process 1`
  const group = /(?:^|[/:])(docker|kubepods|libpod|containerd|crio|lxc)\b/m.exec(cgroup)?.[1]
  if (group !== undefined) return `process 1 is in the group ${group}`
  const root = mounts.split('\n').find((line) => line.split(' ')[4] === '/' && / - overlay /.test(line))
  return root !== undefined && layers.test(root) ? 'the root is made of the layers of an image' : undefined
}

/**
 * Whether the container is the boundary where no sandbox can be made and a host entry asks for that. What is missing for a moment, or can be taken away,
 * makes nothing weaker: only what the system `refused` from the start does. `couldBeMade`: a sandbox was there before.
 */
export function containerUse(
  { couldBeMade, refused }: { readonly couldBeMade: boolean; readonly refused: boolean },
  look: () => string | undefined,
): ContainerUse {
  if (couldBeMade) return { kind: 'unused', why: 'was-there' }
  if (!refused) return { kind: 'unused', why: 'not-refused' }
  const sign = look()
  return sign === undefined ? { kind: 'unused', why: 'no-sign' } : { kind: 'boundary', sign }
}

/** By what this machine is seen to be a container. */
export const containerSign = (): string | undefined =>
  signIn({
    isFile: (path) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true,
    environ: kernelText('/proc/1/environ'),
    cgroup: kernelText('/proc/1/cgroup'),
    mounts: kernelText('/proc/self/mountinfo'),
  })

function kernelText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // it is another user's
    throw error
  }
}
