import type { Command } from 'commander'
import { resolve } from 'node:path'
import type { SettingsView } from '@shared/domain/settings-view'
import type { AddCommand, CliContext, CliRunner, Write } from '../../cli/cli-context'
import { visibleJson, visibleLine } from '../../visible'
import { addConfigFlags } from './add-config-flags'

/** `countersign config`: the values in force and where each comes from; `set` and `unset` edit config.toml. */
export const addConfig: AddCommand = (config, cli) => {
  config
    .option('--json', 'print it as JSON')
    .option('--cd <dir>', 'as a session in this folder would have it (default: this one)')
    .action(({ json = false, cd = '.' }: { json?: boolean; cd?: string }) =>
      cli.withRunner(async ({ settings }) => {
        const view = await settings.read(resolve(cd))
        if (view.problem !== undefined) cli.complain(`countersign: ${view.problem}\n`)
        printSettings(view, json, cli.write)
        return view.problem === undefined ? 0 : 2
      }),
    )
  subcommand(config, 'set', 'writes one key into config.toml; comments and order stay')
    .argument('<value>', 'as in TOML, or plain text')
    .action((key: string, value: string) => edit(cli, key, value))
  subcommand(config, 'unset', 'takes one key out of config.toml').action((key: string) => edit(cli, key))
}

const sources = {
  default: 'built in',
  config: 'config.toml',
  project: "the project's file",
  profile: 'the profile',
  'command-line': 'the command line',
  managed: 'managed',
} as const

/** Prints the values in force, one a line with where it comes from, then the features and what has no effect. */
export function printSettings(view: SettingsView, json: boolean, write: Write): void {
  if (json) {
    write(`${visibleJson(view)}\n`)
    return
  }
  const width = Math.max(...view.rows.map(({ key }) => key.length))
  write(`${visibleLine(view.file)}\n\n`)
  for (const { key, value, source, where } of view.rows) {
    const from = where === undefined ? sources[source] : `${sources[source]}, ${where}`
    write(`${visibleLine(`${key.padEnd(width)}  ${JSON.stringify(value)}  (${from})`)}\n`)
  }
  write('\nFeatures\n')
  for (const { name, stage, enabled, what } of view.features)
    write(`${name}  ${enabled ? 'on' : 'off'}  (${stage}: ${what})\n`)
  for (const warning of view.warnings) write(`warning: ${visibleLine(warning)}\n`)
}

function subcommand(config: Command, name: string, description: string): Command {
  const command = config.command(name).description(description).argument('<key>', 'dotted, as in TOML')
  addConfigFlags(command)
  return command
}

function edit(cli: CliContext, key: string, value?: string): Promise<void> {
  return cli.withRunner(async ({ settings, parseValue }) => {
    const outcome = await write(settings, key, value === undefined ? null : parseValue(value))
    if (outcome !== undefined) cli.complain(`countersign: ${outcome}\n`)
    return outcome === undefined ? 0 : 2
  })
}

/** Undefined when it is written, or why it is not. */
async function write(
  settings: CliRunner['settings'],
  key: string,
  value: ReturnType<CliRunner['parseValue']>,
): Promise<string | undefined> {
  const { version, file } = await settings.read()
  const reply = await settings.write(version, [{ key, value }])
  switch (reply.kind) {
    case 'written':
      return undefined
    case 'conflict':
      return `${file} was changed meanwhile; nothing was written. Try again.`
    case 'refused':
      return `${reply.message}. Nothing was written.`
  }
}
