import { once } from 'node:events'
import { FaultError } from '@shared/domain/fault'
import type { HostSettings } from '@shared/domain/host-settings'
import { eventInWords } from '@shared/messages/event'
import { hostProblemInWords, hostRemedyInWords } from '@shared/messages/host-problem'
import { containerInWords } from '@shared/messages/policies'
import { HostFault } from '../../../core/host-link/greet-host'
import type { FleetSandbox, FleetSandboxes } from '../../../core/host-link/fleet/sandboxes'
import type { HostClient } from '../../../core/host-link/host-client'
import type { CliContext, CliHosts, Write } from '../../cli/cli-context'
import { visible, visibleJson } from '../../visible'
import { errorLine, isUsage } from '../error-line'
import { runOnce, type RunOnce } from '../run-once'
import { askNobody, HostTerminal } from './ask-for-host'
import { HostEngine } from './host-engine'
import { partsOfName } from './fleet-named'
import { noSuchHost } from '../../cli/no-such-host'

/** Puts the host's name before every line, so that none can pass for a line of ours or of another host. */
export function withName(name: string, write: Write): Write {
  let atStart = true
  return (text) => {
    const lines = text.split(/(?<=\n)/).filter((part) => part !== '')
    write(
      lines
        .map((line) => {
          const named = atStart ? `${name} | ${line}` : line
          atStart = line.endsWith('\n')
          return named
        })
        .join(''),
    )
  }
}

/**
 * A host that can be spoken with. `hold` says there that it is in use until what it returns is called, and `whyOver` is as HostClientParts has it: a
 * sandbox of a fleet has both.
 */
export interface NamedHost {
  readonly settings: HostSettings
  readonly hold?: () => () => Promise<void>
  readonly whyOver?: () => Promise<HostFault | undefined>
}

/**
 * The host of this name, or the sandbox of a fleet that `FLEET/SANDBOX` names. Throws FaultError `bad-request` for one that config.toml does not
 * have and for a fleet itself, HostFault for a sandbox that is not there.
 */
export async function hostNamed(
  { hosts, fleets, fleet }: Pick<CliHosts, 'hosts' | 'fleets' | 'fleet'>,
  name: string,
  { stop, complain }: Pick<CliContext, 'stop' | 'complain'>,
): Promise<NamedHost> {
  const settings = Object.hasOwn(hosts, name) ? hosts[name] : undefined
  if (settings) return { settings }
  const { first, sandbox } = partsOfName(name)
  const found = Object.hasOwn(fleets, first) ? fleets[first] : undefined
  if (!found) throw noSuchHost(name, [...Object.keys(hosts), ...Object.keys(fleets)])
  if (sandbox === undefined)
    throw new FaultError({
      code: 'bad-request',
      message: `${name} is a fleet; expected ${name}/SANDBOX, as "countersign hosts sandboxes ${name}" names them, or exec with --clone or --send, which makes one.`,
    })
  const all = await fleet(found)
  return sandboxHost(all, await all.find(sandbox, stop), withName(name, complain))
}

/** A sandbox of a fleet as a host. */
export const sandboxHost = (all: FleetSandboxes, sandbox: FleetSandbox, complain: Write): NamedHost => ({
  settings: all.hostOf(sandbox),
  hold: () =>
    all.hold(sandbox, (why) => {
      complain(`countersign: ${visible(why)}\n`)
    }),
  whyOver: () => all.whyOver(sandbox.name, new AbortController().signal),
})

/** Has it said there that somebody is connected for as long as this takes. Of a host that is no sandbox there is nothing to say. */
export async function whileConnected<T>(
  { hold }: { readonly hold?: NamedHost['hold'] | undefined },
  use: () => Promise<T>,
): Promise<T> {
  const release = hold?.()
  try {
    return await use()
  } finally {
    await release?.()
  }
}

/** Says why a host's engine cannot be had, and what the host itself said: whole, and as its words. Resolves with the exit code. */
export function complainOf(name: string, error: unknown, complain: Write): number {
  if (!(error instanceof FaultError)) throw error
  if (error instanceof HostFault) for (const text of [error.banner, error.said]) sayOf(name, text, complain)
  complain(`countersign: ${name}: ${errorLine(named(name, error))}\n`)
  return isUsage(error) ? 2 : 1
}

/** A host's fault with the remedy for the host of this name. No settings of a window here give a key to an engine there. */
const named = (name: string, error: FaultError): FaultError =>
  error.fault.code === 'missing-key'
    ? new FaultError({
        ...error.fault,
        remedy: `Give it there, in auth.json beside its config.toml, or lend it: lend_keys in [hosts.${partsOfName(name).first}] here; see docs/hosts.md`,
      })
    : error instanceof HostFault && error.fault.remedy !== undefined
      ? new FaultError({
          ...error.fault,
          remedy: hostRemedyInWords(error.problem, undefined, name) ?? error.fault.remedy,
        })
      : error

/** The same for a program. Throws what is no fault. */
export function faultReport(name: string, error: unknown): object {
  if (!(error instanceof FaultError)) throw error
  const { message, remedy } = named(name, error).fault
  const words = error instanceof HostFault ? { banner: error.banner, said: error.said } : {}
  return { problem: message, ...(remedy === undefined ? {} : { remedy }), ...words }
}

/** What a host said that is not of its engine. */
export function sayOf(name: string, text: string, write: Write): void {
  if (text.trim() !== '') withName(name, write)(`${visible(text).trimEnd()}\n`)
}

/** Says that so many entries of what a host answered are not shown; nothing where there are none. */
export function tellLeftOut(name: string, count: number, complain: Write): void {
  if (count > 0)
    withName(name, complain)(`countersign: ${String(count)} more entries of the answer are left out.\n`)
}

/** What is done with a host; `host` where it has been found already, `json` where a program reads. */
interface UseOfHost {
  readonly cli: CliContext
  readonly json: boolean
  readonly use: (client: HostClient, engine: string, terminal: HostTerminal) => Promise<number>
  readonly host?: NamedHost
}

/** Has a host's engine do something, and closes the line. What its command asks is asked at the terminal, unless a program reads. Resolves with the exit code. */
export async function withHost(
  hosts: CliHosts,
  name: string,
  { cli, json, use, host }: UseOfHost,
): Promise<number> {
  const room = async (): Promise<void> => {
    // A host is read no faster than this is.
    if (process.stdout.writableNeedDrain)
      await once(process.stdout, 'drain', { signal: cli.stop }).catch(() => undefined)
  }
  const found = host ?? (await foundHost(hosts, name, cli))
  if (typeof found === 'number') return found
  const { settings, whyOver } = found
  const terminal = new HostTerminal(cli.stop)
  const ask = json ? askNobody : terminal.askFor(name)
  const client = await hosts.client(settings, { room, ask, ...(whyOver && { whyOver }) })
  return whileConnected(found, async () => {
    try {
      const { hello, banner, said, missing } = await client.connect()
      sayOf(name, banner, cli.complain)
      sayOf(name, said, cli.complain)
      for (const provider of missing)
        cli.complain(
          `countersign: ${name}: there is no key for ${JSON.stringify(provider)} here; expected one, or another lend_keys.\n`,
        )
      return await use(client, hello.engine, terminal)
    } catch (error) {
      return complainOf(name, error, cli.complain)
    } finally {
      await client.leave()
    }
  })
}

/** The host of this name, or the exit code where why it cannot be had was said. */
async function foundHost(hosts: CliHosts, name: string, cli: CliContext): Promise<NamedHost | number> {
  try {
    return await hostNamed(hosts, name, cli)
  } catch (error) {
    if (error instanceof HostFault) return complainOf(name, error, cli.complain)
    throw error
  }
}

/** Says when the line to a host is lost and when it is back; gives back what says whether it is lost now. */
export function tellLost(
  client: Pick<HostClient, 'subscribe'>,
  name: string,
  complain: Write,
): () => boolean {
  let lost = false
  client.subscribe((notice) => {
    if (notice.kind === 'lost' && !lost)
      complain(
        `countersign: ${name} is not connected (${hostProblemInWords(notice.why)}). Trying again; what runs there goes on, and what waits there waits.\n`,
      )
    if (notice.kind === 'back') complain(`countersign: ${name} is connected again.\n`)
    lost = notice.kind === 'lost' || (lost && notice.kind !== 'back')
  })
  return () => lost
}

/** What is run there: nothing of it is done on this machine. */
export type HostRun = Pick<RunOnce, 'input' | 'resume' | 'overrides' | 'onLastMessage' | 'json' | 'show'> & {
  /** Absent: the last turn of the session that is resumed is followed to its end. */
  readonly prompt: string | undefined
  /** Begins the turn in another way. */
  readonly begin?: (engine: HostEngine, sessionId: string) => Promise<unknown>
}

/** Has one run done by the host of this name, and closes the line. Resolves with the exit code. */
export const runOnHost = (name: string, cli: CliContext, run: HostRun): Promise<void> =>
  cli.withHosts((hosts) =>
    withHost(hosts, name, {
      ...{ cli, json: run.json },
      use: (client, engine, terminal) => runOver(client, { name, engine, terminal }, run, cli),
    }),
  )

/** Runs one prompt on a host, asks here with the host's name on it, and resolves with the exit code. */
export async function runOver(
  client: HostClient,
  {
    name,
    engine: id,
    terminal,
  }: { readonly name: string; readonly engine: string; readonly terminal: HostTerminal },
  { begin, ...run }: HostRun,
  cli: CliContext,
): Promise<number> {
  const engine = new HostEngine(client, id, !run.json)
  const write = withName(name, cli.write)
  const { complain, stop } = cli
  const isLost = tellLost(client, name, complain)
  stop.addEventListener('abort', () => {
    if (!isLost()) return
    engine.leave(new FaultError({ code: 'connection-failed', message: 'left; what runs there goes on' }))
  })
  await engine.begin()
  const boundary = (): string => (engine.inContainerAlone ? `${name} | ${containerInWords().only}\n` : '')
  complain(boundary())
  const { ask, close } = terminal.open()
  try {
    const running = runOnce({
      ...run,
      prompt: run.prompt ?? '',
      ...(run.prompt === undefined && {
        begin: () => {
          engine.tellTurn()
          return Promise.resolve()
        },
      }),
      ...{ engine, write, complain, stop, answer: 'ask' },
      beside: name.length + 3,
      ask: ask && ((question, over) => ask(`${boundary()}${name} | ${question}`, over)),
      ...(begin && { begin: (sessionId) => begin(engine, sessionId) }),
      ...(run.json &&
        !run.show && {
          show: ({ seq, at, sessionId, event }) => {
            cli.write(`${visibleJson({ host: name, seq, at, sessionId, ...eventInWords(event) })}\n`)
          },
        }),
    })
    return await Promise.race([running, engine.failed])
  } finally {
    close()
  }
}
