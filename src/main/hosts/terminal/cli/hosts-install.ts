import { join } from 'node:path'
import { hostProblemInWords } from '@shared/messages/host-problem'
import { setEngine, type EngineSet } from '../../../core/host-link/edit-hosts'
import type {
  InstallOutcome,
  InstallParts,
  InstallProblem,
  InstallStep,
  Machine,
} from '../../../core/host-link/install-engine'
import type { CliContext, CliHosts, Write } from '../../cli/cli-context'
import { visibleJson, visibleLine } from '../../visible'
import { askNobody, HostTerminal } from '../remote/ask-for-host'
import { partsOfName } from '../remote/fleet-named'
import { hostNamed, sayOf, whileConnected, type NamedHost as FoundHost } from '../remote/run-on-host'
import { testHost, type NamedHost } from './hosts-test'

/**
 * `countersign hosts install NAME`: puts the engine of this program on a host, has config.toml name it, and tests it. The engine that was there is in
 * use until the new one starts. Resolves with the exit code.
 */
export async function installOnHost(cli: CliContext, hosts: CliHosts, named: NamedHost): Promise<number> {
  const found = await hostNamed(hosts, named.name, cli)
  return whileConnected(found, () => install(cli, hosts, named, found))
}

async function install(
  cli: CliContext,
  hosts: CliHosts,
  named: NamedHost,
  found: FoundHost,
): Promise<number> {
  const { name, json, timeout } = named
  const { settings } = found
  const outcome = await hosts.install(settings, {
    root: join(cli.moduleDir, '../..'),
    withinMs: timeout === undefined ? undefined : timeout * 1000,
    stop: cli.stop,
    ask: json ? askNobody : new HostTerminal(cli.stop).askFor(name),
    onProgress: progressOn(name, cli.complain),
  })
  if (!json) for (const text of [outcome.banner, outcome.said]) sayOf(name, text, cli.complain)
  if (outcome.kind === 'refused') return refuse(cli, named, outcome)
  const { how, launcher, sentBytes, stays } = outcome
  const set = await nameEngine(cli, hosts, { name, launcher })
  const say = (text: string): void => {
    if (!json) cli.write(`${visibleLine(`${name}: ${text}`)}\n`)
  }
  say(
    how === 'new'
      ? `version ${cli.version} is installed (${megabytes(sentBytes)} sent): ${launcher}`
      : `version ${cli.version} was there already, and nothing was sent: ${launcher}`,
  )
  for (const each of stays) say(`${each} is kept as well: it still runs`)
  say(setInWords(set, name, launcher))
  const more = {
    installed: { how, engine: launcher, sentBytes, stays },
    config: set.kind === 'refused' ? { kind: 'refused', problem: setInWords(set, name, launcher) } : set,
  }
  return testHost(cli, hosts, { ...named, found, engine: launcher, more })
}

/** Has config.toml name the engine, which an engine of this machine writes as it does all else there. */
async function nameEngine(
  cli: CliContext,
  hosts: CliHosts,
  { name, launcher }: { readonly name: string; readonly launcher: string },
): Promise<EngineSet> {
  if (hosts.hosts[name]?.engine === launcher) return { kind: 'stood' }
  let set: EngineSet | undefined
  await cli.withEngine(async ({ engine }) => {
    set = await setEngine(engine, name, launcher)
    return 0
  })
  return set ?? { kind: 'refused', why: { kind: 'changed' } }
}

function refuse(
  { write, complain }: Pick<CliContext, 'write' | 'complain'>,
  { name, json }: NamedHost,
  { why, banner, said }: InstallOutcome & { readonly kind: 'refused' },
): number {
  const problem = problemInWords(why)
  if (json) write(`${visibleJson({ name, ok: false, problem, why, banner, said })}\n`)
  else complain(`countersign: ${visibleLine(`${name}: ${problem} ${stateAfter(why)}`)}\n`)
  return 1
}

/** What is in use there after a refusal. */
const stateAfter = (why: InstallProblem): string =>
  'during' in why && why.during === 'check'
    ? 'It is not known which engine is in use there now; install again.'
    : 'What was in use there still is.'

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** Tells how much has been sent, ten times. */
function progressOn(name: string, complain: Write): InstallParts['onProgress'] {
  let told = 0
  return (sent, read, bytes) => {
    const percent = Math.floor((read / bytes) * 10) * 10
    if (percent <= told) return
    told = percent
    complain(`${name}: ${String(percent)} %, ${megabytes(sent)} sent\n`)
  }
}

/** What became of the engine that config.toml was to name. */
function setInWords(set: EngineSet, name: string, launcher: string): string {
  // A sandbox of a fleet has the fleet's entry.
  const entry = partsOfName(name).first
  const line = `engine = ${JSON.stringify(launcher)}`
  switch (set.kind) {
    case 'written':
      return `config.toml has ${line} now`
    case 'stood':
      return `config.toml has ${line}`
    case 'other':
      return `config.toml names another engine, ${JSON.stringify(set.engine)}, and that stays. For this one write ${line} below [hosts.${entry}]`
    case 'refused':
      return `config.toml was not changed${set.why.kind === 'file' ? ` (${set.why.message})` : ''}. Write ${line} below [hosts.${entry}]`
  }
}

const steps: Readonly<Record<InstallStep, string>> = {
  look: 'before it said what it is',
  send: 'while the engine was sent',
  check: 'while it looked at what was sent',
}

const named = ({ system, machine, libc }: Machine): string =>
  libc === 'unknown' ? `${system} ${machine}` : `${system} ${machine} with ${libc}`

/** Why nothing was installed, as a sentence. */
export function problemInWords(why: InstallProblem): string {
  switch (why.kind) {
    case 'machine':
      return why.packed.system === 'Linux'
        ? `it is ${named(why.there)}, and the engine here is for ${named(why.packed)}; expected the same on both sides.`
        : `it is ${named(why.there)}, and the engine here is for ${named(why.packed)}; expected Linux on both sides.`
    case 'ended':
      return `${hostProblemInWords({ kind: 'ended', end: why.end })}, ${steps[why.during]}.`
    case 'unanswered':
    case 'nobody-asked':
      return `${hostProblemInWords({ kind: why.kind })}.`
    case 'stalled':
      return `nothing came within ${String(why.seconds)} s, ${steps[why.during]}.`
    case 'banner':
      return `it says more than ${String(why.kilobytes)} KB and does not answer.`
    case 'room':
      return `there is room for ${megabytes(why.kilobytes * 1024)}; expected ${megabytes(why.expected * 1024)} in your data folder there.`
    case 'form':
      return 'it does not answer as our program does.'
    case 'stopped':
      return 'it was stopped.'
    case 'lacks':
      return `it lacks ${why.detail.replaceAll(/ +/g, ', ')}; expected tar, gzip, readlink, and sha256sum, shasum or openssl.`
    case 'home':
      return 'your user has no home folder there; expected HOME or XDG_DATA_HOME with an absolute path.'
    case 'folder':
      return `${why.detail} cannot be made or written to there.`
    case 'name':
      return `${why.detail} has characters that no engine may have in config.toml; expected XDG_DATA_HOME there with letters, digits and ". _ + - @ /".`
    case 'others':
      return `others than your user can write to ${why.detail} there, or to a folder around it; expected one of your own.`
    case 'taken':
      return `${why.detail} there is no link of ours; expected it gone, or XDG_DATA_HOME set to another folder.`
    case 'received':
      return 'what was sent could not be written there.'
    case 'digest':
      return 'what came has another digest than what was sent, and was thrown away.'
    case 'unpack':
      return 'what was sent could not be unpacked there.'
    case 'start':
      return 'the engine does not start there, and was thrown away.'
    case 'switch':
      return 'the engine could not be put in its place there.'
  }
}
