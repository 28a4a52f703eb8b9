import { InvalidArgumentError } from 'commander'
import { hostCommand } from '@shared/domain/host-state'
import type { HostSettings } from '@shared/domain/host-settings'
import type { AddCommand } from '../../cli/cli-context'
import { visibleJson, visibleLine } from '../../visible'
import { noSuchHost } from '../remote/no-such-host'
import { addConfigFlags } from './add-config-flags'

/** `countersign hosts`: the machines and containers of config.toml whose engines `--host` names. */
export const addHosts: AddCommand = (hosts, cli) => {
  hosts
    .command('list')
    .description('lists the hosts of config.toml')
    .option('--json', 'print them as JSON')
    .action(({ json = false }: { json?: boolean }) =>
      cli.withHosts((made) => {
        const all = Object.entries(made.hosts).map(([name, host]) => ({ name, ...host }))
        const none = 'No host is configured. docs/hosts.md says how: [hosts.NAME] in config.toml\n'
        const lines = all.map((each) => `${visibleLine(`${each.name}  ${typed(each)}${lends(each)}`)}\n`)
        cli.write(json ? `${visibleJson(all)}\n` : lines.join('') || none)
        return Promise.resolve(0)
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
      cli.withEngine(async ({ engine }) => {
        const { rows, version } = await engine.readSettings()
        const names = rows.flatMap(({ key }) => /^hosts\.([\w-]+)\.command$/.exec(key)?.[1] ?? [])
        if (!names.includes(name)) throw noSuchHost(name, names)
        const reply = await engine.writeSettings(version, [{ key: `hosts.${name}`, value: null }])
        if (reply.kind === 'written') return 0
        const why = reply.kind === 'conflict' ? 'config.toml was changed meanwhile' : reply.message
        cli.complain(`countersign: ${why}. Nothing was written.\n`)
        return 2
      }),
    )
  for (const each of hosts.commands) addConfigFlags(each)
}

const typed = (host: HostSettings): string =>
  hostCommand(host)
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)))
    .join(' ')

const lends = ({ lend_keys: providers = [] }: HostSettings): string =>
  providers.length === 0 ? '' : `  (is lent the keys of ${providers.join(', ')})`

interface HostOptions {
  readonly json?: boolean
  readonly timeout?: number
}

function seconds(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value <= 600)) throw new InvalidArgumentError('Expected seconds, at most 600.')
  return value
}
