import type { FleetSettings } from '@shared/domain/fleet-settings'
import { HostFault } from '../../../core/host-link/greet-host'
import type { CliContext, CliHosts } from '../../cli/cli-context'
import { visibleJson, visibleLine } from '../../visible'
import { askNobody, HostTerminal } from '../remote/ask-for-host'
import {
  complainOf,
  faultReport,
  hostNamed,
  sayOf,
  tellLeftOut,
  whileConnected,
  withName,
  type NamedHost as FoundHost,
} from '../remote/run-on-host'
import { printChecks } from './doctor-command'

/** What `hosts test` and `hosts install` were called with; `timeout` in seconds. */
export interface NamedHost {
  readonly name: string
  readonly json: boolean
  readonly timeout: number | undefined
  /** Where it has been found already, and is held. */
  readonly found?: FoundHost
  /** In place of the engine that config.toml names. */
  readonly engine?: string
  /** What a program is told besides. */
  readonly more?: object
}

/** Says whether the engine of a host answers, how fast, and what its machine lacks. Resolves with the exit code. */
export async function testHost(
  cli: Pick<CliContext, 'write' | 'complain' | 'stop'>,
  hosts: CliHosts,
  { name, json, timeout, found: there, engine, more = {} }: NamedHost,
): Promise<number> {
  try {
    const fleet = Object.hasOwn(hosts.fleets, name) ? hosts.fleets[name] : undefined
    if (fleet) return await testFleet(cli, hosts, { name, json, fleet })
    const { settings, hold } = there ?? (await hostNamed(hosts, name, cli))
    const withinMs = timeout === undefined ? undefined : timeout * 1000
    const tried = engine === undefined ? settings : { ...settings, engine }
    const found = await whileConnected(there ? {} : { hold }, () =>
      hosts.test(tried, {
        ...{ withinMs, stop: cli.stop },
        ask: json ? askNobody : new HostTerminal(cli.stop).askFor(name),
      }),
    )
    const missing = found.checks.some(({ status }) => status === 'missing')
    if (json) cli.write(`${visibleJson({ name, ok: !missing, ...found, ...more })}\n`)
    else {
      for (const text of [found.banner, found.said]) sayOf(name, text, cli.complain)
      const what = `version ${found.version} on ${found.platform} answers in ${String(found.roundTripMs)} ms`
      cli.write(`${visibleLine(`${name}: ${what}`)}\n`)
      printChecks(found.checks, withName(name, cli.write))
      tellLeftOut(name, found.leftOut, cli.complain)
    }
    return missing ? 1 : 0
  } catch (error) {
    // That there is no such host names it itself, and nothing of it is a host's word.
    if (!json && !(error instanceof HostFault)) throw error
    if (!json) return complainOf(name, error, cli.complain)
    cli.write(`${visibleJson({ name, ok: false, ...faultReport(name, error), ...more })}\n`)
    return 1
  }
}

/** Says what sandboxes of a fleet would be made of; none is. */
async function testFleet(
  { write, stop }: Pick<CliContext, 'write' | 'stop'>,
  hosts: CliHosts,
  { name, json, fleet }: Pick<NamedHost, 'name' | 'json'> & { readonly fleet: FleetSettings },
): Promise<number> {
  const look = await (await hosts.fleet(fleet)).look(stop)
  const { made, version, pool } = look
  if (json) write(`${visibleJson({ name, ok: true, ...look })}\n`)
  else {
    const of = pool
      ? `${String(pool.ready)} of the warm pool ${pool.name} stand ready`
      : made === 'claim'
        ? 'the cluster looks for a warm pool itself'
        : 'each is made anew, since the cluster has no SandboxTemplates'
    write(`${visibleLine(`${name}: the template ${fleet.template} is there (${version}); ${of}`)}\n`)
  }
  return 0
}
