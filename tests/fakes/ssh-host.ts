import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { processesWith } from './processes-with'
import { cliEntry } from './run-cli'

/** A real OpenSSH server on the loopback, with keys of its own, that lets in the user of the test and nobody else. */
export interface SshHost {
  /** What config.toml has as `command`. */
  readonly command: readonly string[]
  /** A command that has something to ask: for the passphrase of a key, or a key of the host that is not known, or is another than is known. */
  asking(about: Asking): readonly string[]
  /** The fingerprint of the host's key. */
  readonly fingerprint: string
  /** A folder that is on the path of every login there. */
  readonly programs: string
  /** A folder for the path here in which `ssh` is the real one that knows this host by a name, as a person's own ssh_config would have it. */
  knownAs(name: string): string
  /** The processes of connections that are open now. */
  connections(): readonly number[]
  /** Nobody can connect while this is done; who is connected stays. */
  pause(work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** What a command of `asking` logs in with, and what it knows of the host's key. */
export interface Asking {
  readonly by?: 'key' | 'locked-key' | 'password'
  readonly host?: 'known' | 'unknown' | 'changed'
}

/** What opens the key of `locked-key`. */
export const passphrase = 'correct horse'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts one whose files lie in a fresh folder below `base`. `password`: it takes that of its user besides, which needs root. */
export async function startSshHost(base: string, password?: string): Promise<SshHost> {
  const folder = mkdtempSync(join(base, 'ssh-'))
  for (const name of ['host', 'user'])
    run('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name))
  run('ssh-keygen', '-q', '-t', 'ed25519', '-N', passphrase, '-f', join(folder, 'locked'))
  writeFileSync(
    join(folder, 'authorized'),
    ['user.pub', 'locked.pub'].map((name) => readFileSync(join(folder, name), 'utf8')).join(''),
  )
  const port = await freePort()
  const known = join(folder, 'known')
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  const hostKey = spawnSync('cat', [join(folder, 'host.pub')], { encoding: 'utf8' }).stdout
  writeFileSync(known, `[127.0.0.1]:${String(port)} ${hostKey}`)
  const settings = [
    `Port ${String(port)}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host')}`,
    `AuthorizedKeysFile ${join(folder, 'authorized')}`,
    `PidFile ${join(folder, 'pid')}`,
    'StrictModes no',
    'UsePAM no',
    `PasswordAuthentication ${password === undefined ? 'no' : 'yes'}`,
    'KbdInteractiveAuthentication no',
    `PermitRootLogin ${password === undefined ? 'prohibit-password' : 'yes'}`,
    `SetEnv PATH=${programs}:${process.env.PATH ?? ''}`,
  ]
  writeFileSync(join(folder, 'sshd_config'), `${settings.join('\n')}\n`)
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
  const sshd = ['/usr/sbin/sshd', '-D', '-e', '-f', join(folder, 'sshd_config')]
  const [program = '', ...args] = password === undefined ? sshd : [...ofPassword(folder, password), ...sshd]
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  await listening(server)
  return {
    command: [
      ...['ssh', '-F', 'none', '-p', String(port), '-i', join(folder, 'user')],
      ...['-o', 'IdentitiesOnly=yes', '-o', `UserKnownHostsFile=${known}`, '-o', 'BatchMode=yes'],
      `${userInfo().username}@127.0.0.1`,
    ],
    asking({ by = 'key', host = 'known' }) {
      const mine = mkdtempSync(join(folder, 'known-'))
      const of = { known: 'host', unknown: undefined, changed: 'user' }[host]
      const key = of && readFileSync(join(folder, `${of}.pub`), 'utf8')
      writeFileSync(join(mine, 'hosts'), key === undefined ? '' : `[127.0.0.1]:${String(port)} ${key}`)
      const login = {
        key: ['-i', join(folder, 'user')],
        'locked-key': ['-i', join(folder, 'locked')],
        password: ['-o', 'PubkeyAuthentication=no'],
      }[by]
      return [
        ...['ssh', '-F', 'none', '-p', String(port), ...login, '-o', 'IdentitiesOnly=yes'],
        ...['-o', `UserKnownHostsFile=${join(mine, 'hosts')}`, '-o', 'HostKeyAlgorithms=ssh-ed25519'],
        `${userInfo().username}@127.0.0.1`,
      ]
    },
    fingerprint: /SHA256:\S+/.exec(fingerprintOf(join(folder, 'host.pub')))?.[0] ?? '',
    programs,
    knownAs(name) {
      const here = mkdtempSync(join(folder, 'here-'))
      const lines = [
        ...[`Host ${name}`, 'HostName 127.0.0.1', `Port ${String(port)}`, `User ${userInfo().username}`],
        ...[`IdentityFile ${join(folder, 'user')}`, 'IdentitiesOnly yes', `UserKnownHostsFile ${known}`],
      ]
      writeFileSync(join(here, 'config'), `${lines.join('\n')}\n`)
      writeFileSync(join(here, 'ssh'), `#!/bin/sh\nexec /usr/bin/ssh -F '${join(here, 'config')}' "$@"\n`, {
        mode: 0o755,
      })
      return here
    },
    connections: () =>
      spawnSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' })
        .stdout.split('\n')
        .filter((line) => line !== '')
        .map(Number),
    async pause(work) {
      server.kill('SIGSTOP')
      await work().finally(() => server.kill('SIGCONT'))
    },
    async close() {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill()
        await once(server, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const fingerprintOf = (file: string): string =>
  spawnSync('ssh-keygen', ['-l', '-f', file], { encoding: 'utf8' }).stdout

/** Has a program see this password for the user of the test, and nobody else: no password of this machine changes. */
function ofPassword(folder: string, password: string): readonly string[] {
  const { stdout } = spawnSync('openssl', ['passwd', '-6', password], { encoding: 'utf8' })
  const shadow = readFileSync('/etc/shadow', 'utf8').replaceAll(
    new RegExp(`^${userInfo().username}:[^:]*:`, 'gm'),
    `${userInfo().username}:${stdout.trim()}:`,
  )
  writeFileSync(join(folder, 'shadow'), shadow, { mode: 0o600 })
  return [
    'unshare',
    '--mount',
    'sh',
    '-c',
    `mount --bind '${join(folder, 'shadow')}' /etc/shadow && exec "$@"`,
    'sh',
  ]
}

function run(program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
}

async function listening(server: ChildProcess): Promise<void> {
  let said = ''
  server.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  while (!said.includes('Server listening')) {
    if (server.exitCode !== null) throw new Error(`sshd ended: ${said}`)
    await delay(20)
  }
}

/** A program that is the engine of a home there, as an installed one would be: what a person would have put on that machine. */
export function engineProgram(
  folder: string,
  home: string,
  more: NodeJS.ProcessEnv = {},
  entry = cliEntry,
): string {
  const file = join(folder, 'countersign-there')
  const lines = Object.entries({ ...more, COUNTERSIGN_HOME: home }).map(
    ([name, value]) => `export ${name}='${value}'`,
  )
  writeFileSync(file, `#!/bin/sh\n${lines.join('\n')}\nexec '${process.execPath}' '${entry}' "$@"\n`, {
    mode: 0o755,
  })
  return file
}

/** The processes of the engine that is kept in this home. */
export const enginesOf = (home: string): readonly number[] =>
  processesWith('--keep').filter((pid) => isOf(pid, home))

/** The processes that are attached to the engine of this home. */
export const attachedTo = (home: string): readonly number[] =>
  processesWith('attach').filter((pid) => isOf(pid, home) && !enginesOf(home).includes(pid))

/** Ends the engine of a home, and resolves when nothing that was attached to it is left: what ends writes its code cache once more. */
export async function endEngines(home: string): Promise<void> {
  for (const pid of enginesOf(home)) process.kill(pid, 'SIGKILL')
  while (processesWith('attach').some((pid) => isOf(pid, home))) await delay(20)
}

function isOf(pid: number, home: string): boolean {
  try {
    return readFileSync(`/proc/${String(pid)}/environ`, 'latin1')
      .split('\0')
      .includes(`COUNTERSIGN_HOME=${home}`)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false // it ended while we looked
    throw error
  }
}
