import type { SandboxUse } from '@shared/domain/fleet-work'
import { deleteUnused, sandboxUse, type AskSandbox } from '../../../core/host-link/fleet/sandbox-use'
import type { FleetSandboxes, ListedSandbox } from '../../../core/host-link/fleet/sandboxes'
import { HostFault } from '../../../core/host-link/greet-host'
import type { CliContext, CliHosts } from '../../cli/cli-context'
import { terminalAsk } from '../../cli/terminal-ask'
import { visibleJson, visibleLine } from '../../visible'
import { fleetNamed } from '../remote/fleet-named'
import { complainOf } from '../remote/run-on-host'

const atOnce = 4

type Stood = ListedSandbox & { readonly use: SandboxUse }

/** The sandboxes of ours in a fleet, each asked what it does. Throws HostFault. */
async function stood(fleet: FleetSandboxes, hosts: CliHosts, cli: CliContext): Promise<readonly Stood[]> {
  const listed = [...(await fleet.list(cli.stop))]
  const found: Stood[] = []
  for (let some = listed.splice(0, atOnce); some.length > 0; some = listed.splice(0, atOnce))
    found.push(
      ...(await Promise.all(
        some.map(async (each) => ({
          ...each,
          use: (await sandboxUse(each, asking(fleet, hosts, cli))).use,
        })),
      )),
    )
  return found
}

const asking = (fleet: FleetSandboxes, hosts: CliHosts, { stop }: CliContext): AskSandbox => ({
  ...{ fleet, stop, clock: fleet.clock },
  client: (there, withinMs) => hosts.client(there, { withinMs }),
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
        const outcome = await deleteUnused(each, asking(fleet, hosts, cli), ({ use }) => goes(use))
        if (outcome.kind === 'stays') {
          stays += 1
          if (!json) cli.write(lineOf(name, { ...outcome.listed, use: outcome.use }))
        }
        if (outcome.kind !== 'deleted') continue
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
