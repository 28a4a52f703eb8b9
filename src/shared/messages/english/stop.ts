import type { NoOnlyThis, StopWhy, ChangedText } from '../../domain/approval'
import { hookAgentNames } from '../../domain/hook-agent'
import type { NamingFolders } from '../../domain/named-path'
import { pathInWords } from '../path'
import { machine } from './machine'
import { policies } from './policies'

/** The folders that paths are named from; undefined: paths are told whole. */
type Naming = NamingFolders | undefined

type Of<K extends StopWhy['kind']> = Extract<StopWhy, { kind: K }>

const nouns: Readonly<Record<Of<'stopped'>['what'], readonly [one: string, many: string]>> = {
  write: ['a write to', 'writes'],
  read: ['a read of', 'reads'],
  network: ['a connection to', 'connections'],
  syscall: ['the system call', 'system calls'],
}

const because: Readonly<Record<Of<'stopped'>['because'], string>> = {
  protected: 'it is protected',
  'read-only': 'the sandbox is read-only',
  'no-root': 'it is under no writable root',
  credentials: 'credential stores are not readable',
  'past-proxy': 'it goes past the proxy, and nothing else leads out',
  'not-granted': 'nobody has granted that host',
  'not-allowed': 'the sandbox does not allow it',
}

function stopped(
  { what, target: it, count, because: why, protectedBy }: Of<'stopped'>,
  naming: Naming,
): string {
  const [one, many] = nouns[what]
  const target = what === 'network' ? machine.place(it) : pathInWords(it, naming)
  const some = count === 1 ? `${one} ${target}` : `${String(count)} ${many}, the first to ${target}`
  return `Sandbox: ${some}; ${protectedBy === undefined ? because[why] : `${pathInWords(protectedBy, naming)} is protected`}.`
}

const protocols = {
  http: 'plain HTTP',
  connect: 'a tunnel, as HTTPS uses',
  socks5: 'a SOCKS5 tunnel',
} as const

function listPlaces(paths: Of<'patch'>['guarded'], naming: Naming): string {
  const named = (path: string): string => pathInWords(path, naming)
  const shown = paths
    .slice(0, 3)
    .map(({ path, place }) => (place === undefined ? named(path) : `${named(path)} (really ${named(place)})`))
  const more = paths.length > 3 ? ` and ${String(paths.length - 3)} more` : ''
  return `${shown.join(', ')}${more}`
}

const unchanged = (patch: true | undefined): string => (patch ? ' Nothing was changed.' : '')

const doubts = {
  contradicts: ' It says that it only reads, and that it destroys.',
  restated: ' It says that it only reads, and said otherwise before in this session.',
  unread: ' It said that it only reads; its list of tools has changed since, and it has not told how.',
}

function why(it: StopWhy, naming: Naming): string {
  switch (it.kind) {
    case 'stopped':
      return `${stopped(it, naming)}${unchanged(it.patch)}`
    case 'unreported':
      return `Sandbox: stopped, without a report of what.${unchanged(it.patch)}`
    case 'asks-host':
      return `Network: the running command asks for ${machine.place(it.target, protocols[it.protocol])}, which nobody has granted. It waits for your answer.`
    case 'not-listed':
      return 'The command is not on the known-safe list.'
    case 'danger': {
      const what = `${it.what.charAt(0).toUpperCase()}${it.what.slice(1)}.`
      return `${what} ${it.unconfined ? 'No sandbox is in force, so it' : 'It'} is asked about before it runs.`
    }
    case 'escalated':
      return 'The agent asks to run this outside the sandbox.'
    case 'edited':
      return 'You changed this command. It is asked about before it runs, and the agent is told of the change.'
    case 'no-sandbox':
      return `There is no working sandbox: ${it.reason}. Nothing contains this ${it.of}, so it ${it.of === 'patch' ? 'is applied' : 'runs'} only if you allow it.`
    case 'every-patch':
      return 'The approval policy is untrusted: every patch is asked about before it is applied.'
    case 'patch': {
      const parts = [
        ...(it.guarded.length > 0 ? [`it touches the protected ${listPlaces(it.guarded, naming)}`] : []),
        ...(it.outside.length > 0
          ? [`it writes outside of the writable roots: ${listPlaces(it.outside, naming)}`]
          : []),
      ]
      return `The patch is asked about before it is applied: ${parts.join('; ')}.`
    }
    case 'input-limits':
      return `The process was started under other limits (${policies.sandbox(it.policy)}) and keeps them.`
    case 'input-outside':
      return 'The process runs outside the sandbox: what it is given can do everything you may do.'
    case 'tool':
      return `The agent wants to call ${it.tool} of the MCP server ${it.server}. What that does cannot be checked.${it.doubt === undefined ? '' : doubts[it.doubt]}`
    case 'guest':
      return `${it.agent} asks before it does this. It does it itself, ${it.open ? 'without a sandbox' : 'inside the sandbox of this session'}; what is shown here is what it says.`
    case 'desk': {
      const name = hookAgentNames[it.agent]
      const asks = it.edited
        ? `You changed this command. ${name} runs it as it stands here, in its own session, outside this sandbox.`
        : `${name} asks, in its own session; the run is outside this sandbox.`
      return it.besides === undefined ? asks : `${asks} Its run is given as well: ${it.besides}`
    }
    case 'said':
      return it.text
  }
}

/** What changed since a yes, as a sentence. */
function changes(paths: readonly string[], naming: Naming): string {
  const shown = paths
    .slice(0, 3)
    .map((path) => pathInWords(path, naming))
    .join(', ')
  const more = paths.length > 3 ? ` and ${String(paths.length - 3)} more` : ''
  return `Changed since it was allowed: ${shown}${more}.`
}

const notAdded: Readonly<Record<Extract<NoOnlyThis, { kind: 'target' }>['because'], string>> = {
  guess: 'was only read in the output',
  connection: 'is no connection that could be let through',
  read: 'is a read, and those are opened in the settings alone',
  'system-call': 'is no file',
  'home-entry': 'is an entry of the home folder or above it, which would have to be opened as a whole',
  'part-of-path': 'is no whole path',
  shut: 'lies where the sandbox opens nothing to a command',
}

/** Why nothing narrow can be added, as a sentence. */
function noOnlyThis(it: NoOnlyThis, naming: Naming): string {
  if (it.kind === 'said') return it.text
  const more = it.more === 0 ? '' : `, and so ${it.more === 1 ? 'is' : 'are'} ${String(it.more)} more`
  return `${pathInWords(it.target, naming)} cannot be added on its own: it ${notAdded[it.because]}${more}.`
}

/** Why no lines of a changed file are shown, or that it is gone. */
const unseen: Readonly<Record<Exclude<ChangedText['how'], 'text'>, string>> = {
  gone: 'is not there any more',
  secret: 'may hold keys or passwords: named, never shown',
  large: 'changed in more than can be shown here',
  unshown: 'changed; what it held then, or holds now, cannot be shown',
}

/** Why something waits. */
export const stop = { why, changes, noOnlyThis, unseen } as const
