import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** A container. Its first process is a `sleep`, which collects no process that ends in it, as in many. */
export interface Container {
  /** Runs what is added in it. */
  readonly command: readonly string[]
  /** Kills all that runs in it. */
  kill(): Promise<void>
  /** Starts it again. */
  start(): Promise<void>
}

/** Folders of this machine that a container has at the same paths, and whether what Podman hides of /proc is shown: where some is hidden, the kernel lets no namespace have a /proc of its own. */
export interface ContainerParts {
  readonly readable: readonly string[]
  readonly writable: readonly string[]
  readonly unmasked: boolean
}

/** Debian's Podman, with a place of its own for everything. */
export interface Podman {
  /** What it is told its place by: whoever runs the tests may have containers. */
  readonly env: NodeJS.ProcessEnv
  /** Starts a container with a root of its own, made of nothing but links into this machine's `/usr`, which it cannot write. */
  run(name: string, parts: ContainerParts): Promise<Container>
  /** Ends its containers, and leaves nothing. */
  close(): Promise<void>
}

/** Where it keeps what; with shared memory of its own a container would leave a mount there. Machines of tests have both kinds of control groups, which crun refuses, and may raise no limit. */
const configuration = (own: string): string => `
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
ipcns = "host"
log_driver = "none"
netns = "host"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
lock_type = "file"
static_dir = "${own}/static"
tmp_dir = "${own}/tmp"
volume_path = "${own}/volumes"
`

/** Writes the root of a container. */
function makeRoot(root: string): void {
  for (const each of ['usr', 'etc', 'proc', 'sys', 'dev', 'run', 'tmp', 'var/tmp', 'root'])
    mkdirSync(join(root, each), { recursive: true })
  for (const each of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${each}`, join(root, each))
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/bash\n')
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\n')
}

/** Makes it, where no command of another test may write: what is mounted below keeps a folder from being rehearsed. */
export function openPodman(): Podman {
  const own = mkdtempSync('/run/cs-podman-')
  const env = {
    CONTAINERS_CONF: join(own, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(own, 'storage.conf'),
  }
  writeFileSync(env.CONTAINERS_CONF, configuration(own))
  writeFileSync(
    env.CONTAINERS_STORAGE_CONF,
    `[storage]\ndriver = "vfs"\ngraphroot = "${own}/storage"\nrunroot = "${own}/run"\n`,
  )
  const podman = async (...args: readonly string[]): Promise<void> => {
    await execute('podman', args, { env: { ...process.env, ...env } })
  }
  return {
    env,
    async run(name, { readable, writable, unmasked }) {
      const root = join(own, 'roots', name)
      makeRoot(root)
      const mounts = [
        ...['/usr', ...readable].map((path) => `${path}:${path}:ro`),
        ...writable.map((path) => `${path}:${path}`),
      ].flatMap((mount) => ['--volume', mount])
      const shown = unmasked ? ['--security-opt', 'unmask=ALL'] : []
      // It ends by itself where nobody is left to do it.
      const run = ['run', '--detach', '--timeout', '3600', '--name', name, ...shown, ...mounts]
      await podman(...run, '--rootfs', root, 'sleep', 'infinity')
      return {
        command: ['podman', 'exec', '-i', name],
        kill: () => podman('kill', '--signal', 'KILL', name),
        start: () => podman('start', name),
      }
    },
    async close() {
      await podman('rm', '--all', '--force', '--time', '0')
      rmSync(own, { recursive: true, force: true, maxRetries: 20 }) // what watched over a container may still be ending
    },
  }
}
