import { InvalidArgumentError } from 'commander'
import { hostCommand } from '@shared/domain/host-state'
import type { FleetSettings } from '@shared/domain/fleet-settings'
import type { HostRefusal } from '@shared/domain/host-listing'
import type { HostSettings } from '@shared/domain/host-settings'
import type { AddCommand } from '../../cli/cli-context'
import { visibleJson, visibleLine } from '../../visible'
import { noSuchHost } from '../../cli/no-such-host'
import { addConfigFlags } from './add-config-flags'
import type { PullOptions } from './hosts-pull'

/** `countersign hosts`: the machines and containers of config.toml whose engines `--host` names. */
export const addHosts: AddCommand = (hosts, cli) => {
  hosts
    .command('list')
    .description('lists the hosts of config.toml')
    .option('--json', 'print them as JSON')
    .action(({ json = false }: { json?: boolean }) =>
      cli.withHosts((made) => {
        const all = Object.entries({ ...made.hosts, ...made.fleets })
          .map(([name, host]) => ({ name, ...host }))
          .toSorted((one, other) => (one.name < other.name ? -1 : 1))
        const none = 'No host is configured. docs/hosts.md says how: [hosts.NAME] in config.toml\n'
        const lines = all.map((each) => `${visibleLine(`${each.name}  ${typed(each)}${chosen(each)}`)}\n`)
        cli.write(json ? `${visibleJson(all)}\n` : lines.join('') || none)
        return Promise.resolve(0)
      }),
    )
  hosts
    .command('add')
    .description('writes a host into config.toml; nothing is done there')
    .argument('<name>')
    .argument('<command...>', 'what carries standard input and output there, behind --: ssh build1')
    .option('--engine <program>', 'the engine there, where it is not on the path of that login')
    .action((name: string, command: string[], { engine }: { engine?: string }) =>
      cli.withRunner(async ({ settings }) => {
        const { addCommand } = await import('../../../core/host-link/edit-hosts')
        const file = {
          readSettings: () => settings.read(),
          writeSettings: (...edit: Parameters<typeof settings.write>) => settings.write(...edit),
        }
        const edited = await addCommand(file, { name, command, engine })
        if (edited.kind === 'refused') {
          cli.complain(`countersign: ${visibleLine(refusalInWords(edited.why))}\n`)
          return 2
        }
        cli.write(
          `${visibleLine(`${name}: in config.toml now. Next: countersign hosts install ${name}, or hosts test ${name} where Countersign is there already`)}\n`,
        )
        return 0
      }),
    )
  hosts
    .command('test')
    .description('says whether the engine of a host answers, how fast, and what its machine lacks')
    .argument('<name>')
    .option('--json', 'print one JSON object')
    .option('--timeout <seconds>', 'so long the engine may take to answer first (default: 45)', seconds)
    .action(async (name: string, { json = false, timeout }: HostOptions) => {
      const { testHost } = await import('./hosts-test')
      await cli.withHosts((made) => testHost(cli, made, { name, json, timeout }))
    })
  hosts
    .command('install')
    .description('puts this engine on a host, for your user there, and says what its machine lacks')
    .argument('<name>')
    .option('--json', 'print one JSON object')
    .option('--timeout <seconds>', 'so long the host may take to answer first (default: 45)', seconds)
    .action(async (name: string, { json = false, timeout }: HostOptions) => {
      const { installOnHost } = await import('./hosts-install')
      await cli.withHosts((made) => installOnHost(cli, made, { name, json, timeout }))
    })
  hosts
    .command('remove')
    .description('takes a host out of config.toml; nothing is changed there')
    .argument('<name>')
    .action((name: string) =>
      cli.withRunner(async ({ settings }) => {
        const { rows, version } = await settings.read()
        const names = rows.flatMap(
          ({ key }) => /^hosts\.([\w-]+)\.(?:command|template)$/.exec(key)?.[1] ?? [],
        )
        if (!names.includes(name)) throw noSuchHost(name, names)
        const engine = rows.find(({ key }) => key === `hosts.${name}.engine`)?.value
        const reply = await settings.write(version, [{ key: `hosts.${name}`, value: null }])
        if (reply.kind === 'written') {
          cli.write(`${visibleLine(`${name}: no host any more. ${leftThere(engine)}`)}\n`)
          return 0
        }
        const why = reply.kind === 'conflict' ? 'config.toml was changed meanwhile' : reply.message
        cli.complain(`countersign: ${why}. Nothing was written.\n`)
        return 2
      }),
    )
  hosts
    .command('sandboxes')
    .description('lists your sandboxes of a fleet, and whether they are in use')
    .argument('<fleet>')
    .option('--json', 'print one JSON list')
    .action(async (name: string, { json = false }: HostOptions) => {
      const { listSandboxes } = await import('./hosts-clean')
      await cli.withHosts((made) => listSandboxes(cli, made, { name, json }))
    })
  hosts
    .command('clean')
    .description('deletes sandboxes of a fleet that are left over, when you say so; none that is in use')
    .argument('<fleet>')
    .argument('[sandboxes...]', 'only these')
    .option('--yes', 'asks nothing')
    .option('--json', 'print one JSON object')
    .action(async (name: string, named: string[], options: HostOptions & { yes?: boolean }) => {
      const { json = false, yes = false } = options
      const { cleanSandboxes } = await import('./hosts-clean')
      await cli.withHosts((made) => cleanSandboxes(cli, made, { name, named, yes, json }))
    })
  hosts
    .command('pull')
    .description('shows what was changed in a sandbox of a fleet, or brings it here')
    .argument('<sandbox>', 'FLEET/SANDBOX')
    .argument('[paths...]', 'with --apply or --patch: only these files and folders')
    .option('--cd <dir>', 'the folder or repository here (default: this one)')
    .option('--patch', 'show the changes themselves')
    .option('--branch [name]', 'bring it as a branch countersign/NAME of the repository here')
    .option('--apply', 'put it in place in the folder here, so that countersign undo takes it back')
    .option('--yes', 'with --apply: asks nothing; what the sandbox here stops is not done')
    .option('--json', 'print JSON')
    .action(async (name: string, paths: string[], options: PullOptions) => {
      const { pullFromSandbox } = await import('./hosts-pull')
      await cli.withHosts((made) => pullFromSandbox(cli, made, { name, paths, options }))
    })
  for (const each of hosts.commands) addConfigFlags(each)
}

const typed = (host: HostSettings | FleetSettings): string =>
  (host.kind === 'agent-sandbox'
    ? ['sandboxes', 'of', host.template, 'in', host.namespace, 'at', host.context]
    : hostCommand(host)
  )
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)))
    .join(' ')

/** What its entry chooses besides, where it is not as without a word. */
function chosen(host: HostSettings | FleetSettings): string {
  const { lend_keys: providers = [], window } = host
  const said = [
    providers.length > 0 && `is lent the keys of ${providers.join(', ')}`,
    host.on_close === 'end' && 'what a window began ends with it',
    window === false && 'in no window',
  ].filter((each) => each !== false)
  return said.length === 0 ? '' : `  (${said.join('; ')})`
}

/** What of a host that was taken out is there still. */
function leftThere(engine: unknown): string {
  const [, folder] =
    /^(\/.*\/countersign)\/bin\/countersign$/.exec(typeof engine === 'string' ? engine : '') ?? []
  const stays = 'Nothing was changed there: what runs goes on, and what is on record stays.'
  return folder === undefined ? stays : `${stays} The engine there is taken away by: rm -r ${folder}`
}

/** Why nothing was written, as a sentence. */
function refusalInWords(why: HostRefusal): string {
  switch (why.kind) {
    case 'name':
      return 'Expected a name of at most 48 letters, digits, "-" and "_" that begins with a letter or digit.'
    case 'taken':
      return `There is a host ${why.host} already, so nothing was written; "countersign hosts remove ${why.host}" takes it out.`
    case 'alike':
      return `Expected a name that does not look like that of the host ${why.host}.`
    case 'changed':
      return 'config.toml was changed meanwhile, so nothing was written. Try again.'
    case 'file':
      return `Nothing was written to config.toml: ${why.message}`
    case 'destination':
    case 'container':
    case 'unknown':
    case 'by-hand':
      return 'Nothing was written to config.toml.'
  }
}

interface HostOptions {
  readonly json?: boolean
  readonly timeout?: number
}

function seconds(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value <= 600)) throw new InvalidArgumentError('Expected seconds, at most 600.')
  return value
}
