import { FaultError } from '@shared/domain/fault'
import type { FleetSandboxes, ListedSandbox } from '../../../core/host-link/fleet/sandboxes'
import { HostFault } from '../../../core/host-link/greet-host'
import type { CliContext, CliHosts } from '../../cli/cli-context'
import { terminalAsk } from '../../cli/terminal-ask'
import { visibleJson, visibleLine } from '../../visible'
import { fleetNamed } from '../remote/fleet-named'
import { complainOf } from '../remote/run-on-host'

/**
 * How a sandbox of ours stands. `unknown`: its engine cannot be asked, as that of one that is not ready any more. `not-ready`: it never was. `left`: nobody is connected
 * with it and nothing runs or waits there.
 */
export type SandboxUse = 'connected' | 'working' | 'left' | 'not-ready' | 'unknown'

const askMs = 20_000
const atOnce = 4

type Stood = ListedSandbox & { readonly use: SandboxUse }

/** The sandboxes of ours in a fleet, each asked what it does. Throws HostFault. */
async function stood(fleet: FleetSandboxes, hosts: CliHosts, cli: CliContext): Promise<readonly Stood[]> {
  const listed = [...(await fleet.list(cli.stop))]
  const found: Stood[] = []
  for (let some = listed.splice(0, atOnce); some.length > 0; some = listed.splice(0, atOnce))
    found.push(
      ...(await Promise.all(
        some.map(async (each) => ({ ...each, use: await useOf(each, fleet, hosts, cli) })),
      )),
    )
  return found
}

async function useOf(
  { held, ready, begun, name }: ListedSandbox,
  fleet: FleetSandboxes,
  hosts: CliHosts,
  { stop }: CliContext,
): Promise<SandboxUse> {
  if (held) return 'connected'
  if (!ready) return begun ? 'unknown' : 'not-ready'
  const over = new AbortController()
  try {
    // Nothing is lent for a question about it.
    const { lend_keys: _, ...there } = fleet.hostOf(await fleet.find(name, stop))
    const client = await hosts.client(there, { withinMs: askMs })
    try {
      await client.connect()
      const hello = await Promise.race([client.request('app.hello', {}), tooLate(stop, over.signal)])
      if (hello === 'late') return 'unknown'
      const { sessions, approvals, questions } = hello
      const works = sessions.some(({ status }) => status === 'running' || status === 'needs-you')
      return works || approvals.length > 0 || questions.length > 0 ? 'working' : 'left'
    } finally {
      await client.leave()
    }
  } catch (error) {
    // One that breaks or refuses says nothing of the others.
    if (error instanceof FaultError) return 'unknown'
    throw error
  } finally {
    over.abort()
  }
}

/** An engine that greets may answer nothing. */
const tooLate = (stop: AbortSignal, over: AbortSignal): Promise<'late'> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      resolve('late')
    }
    const timer = setTimeout(done, askMs)
    for (const signal of [stop, over]) signal.addEventListener('abort', done, { once: true })
    if (stop.aborted) done()
  })

const words: Readonly<Record<SandboxUse, string>> = {
  connected: 'in use: somebody is connected with it',
  working: 'in use: something runs or waits there',
  left: 'left over',
  'not-ready': 'not ready, and nobody waits for it',
  unknown: 'its engine cannot be asked whether something runs there',
}

const at = (ms: number | undefined): string =>
  ms === undefined ? '' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

const lineOf = (fleet: string, { name, use, madeAt, endsAt }: Stood): string =>
  `${visibleLine(`${fleet}/${name}  made ${at(madeAt)}  ${endsAt === undefined ? 'stays' : `ends ${at(endsAt)}`}  ${words[use]}`)}\n`

/** `countersign hosts sandboxes FLEET`. Resolves with the exit code. */
export async function listSandboxes(
  cli: CliContext,
  hosts: CliHosts,
  { name, json }: { readonly name: string; readonly json: boolean },
): Promise<number> {
  const fleet = await hosts.fleet(fleetNamed(hosts, name))
  try {
    const all = await stood(fleet, hosts, cli)
    if (json) cli.write(`${visibleJson(all.map((each) => ({ ...each, name: `${name}/${each.name}` })))}\n`)
    else cli.write(all.map((each) => lineOf(name, each)).join('') || `${name} has no sandbox of yours.\n`)
    return 0
  } catch (error) {
    if (error instanceof HostFault) return complainOf(name, error, cli.complain)
    throw error
  }
}

/**
 * `countersign hosts clean FLEET [SANDBOX…]`: offers left-overs for deletion, and deletes them when a person says so or with `yes`. One that is in use stays, whatever
 * is said; one whose engine cannot be asked goes only where it is named. Resolves with the exit code: 1 where something that was named stayed.
 */
export async function cleanSandboxes(
  cli: CliContext,
  hosts: CliHosts,
  {
    name,
    named,
    yes,
    json,
  }: {
    readonly name: string
    readonly named: readonly string[]
    readonly yes: boolean
    readonly json: boolean
  },
): Promise<number> {
  const fleet = await hosts.fleet(fleetNamed(hosts, name))
  try {
    const all = await stood(fleet, hosts, cli)
    const short = new Set(named.map((each) => each.replace(`${name}/`, '')))
    const meant = named.length === 0 ? all : all.filter((each) => short.has(each.name))
    const goes = (use: SandboxUse): boolean =>
      use === 'left' || use === 'not-ready' || (use === 'unknown' && named.length > 0)
    const left = meant.filter(({ use }) => goes(use))
    const missing = [...short].filter((each) => !all.some((known) => known.name === each))
    if (!json) {
      cli.write(meant.map((each) => lineOf(name, each)).join(''))
      if (all.length === 0) cli.write(`${visibleLine(name)} has no sandbox of yours.\n`)
      for (const each of missing)
        cli.complain(`countersign: ${visibleLine(`${name}/${each}`)} is none of yours.\n`)
    }
    const agreed = left.length > 0 && (yes || (!json && (await isAgreed(left.length, cli))))
    const deleted: string[] = []
    let stays = meant.length - left.length
    if (agreed)
      for (const each of left) {
        // Somebody may have come since it was looked at.
        const [now] = (await fleet.list(cli.stop)).filter(
          ({ object, kind }) => object === each.object && kind === each.kind,
        )
        if (!now) continue
        const use = await useOf(now, fleet, hosts, cli)
        if (!goes(use)) {
          stays += 1
          if (!json) cli.write(lineOf(name, { ...now, use }))
          continue
        }
        await fleet.delete(each)
        deleted.push(`${name}/${each.name}`)
        if (!json) cli.write(`${visibleLine(`${name}/${each.name}`)} was deleted.\n`)
      }
    if (json)
      cli.write(
        `${visibleJson({ name, deleted, missing, sandboxes: meant.map((each) => ({ ...each, name: `${name}/${each.name}` })) })}\n`,
      )
    return named.length > 0 && (missing.length > 0 || stays > 0) ? 1 : 0
  } catch (error) {
    if (error instanceof HostFault) return complainOf(name, error, cli.complain)
    throw error
  }
}

async function isAgreed(count: number, { stop, complain }: CliContext): Promise<boolean> {
  const { ask, close } = terminalAsk(stop)
  try {
    if (!ask) {
      complain('countersign: nothing was deleted; expected --yes where nobody can be asked.\n')
      return false
    }
    const line = await ask(
      `Delete ${count === 1 ? 'this one' : `these ${String(count)}`}, with all that is in ${count === 1 ? 'it' : 'them'}? (y = yes): `,
    )
    return line?.trim() === 'y'
  } finally {
    close()
  }
}
