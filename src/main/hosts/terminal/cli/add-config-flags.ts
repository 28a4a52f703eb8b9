import type { Command } from 'commander'
import type { ConfigFlags } from '../../../core/settings/settings-store'

/** Adds `-c` and `--profile` to a command; every command that composes an engine takes them. */
export function addConfigFlags(command: Command): void {
  command
    .option(
      '-c, --config <key=value>',
      'sets one key of the configuration for this run, as in TOML or as plain text (again for more)',
      (flag: string, all: readonly string[]) => [...all, flag],
      [],
    )
    .option('--profile <name>', 'the [profiles.<name>] of config.toml to use')
}

/** What the flags of a command were given. */
export const configFlags = (command: Command): ConfigFlags => flagsIn(command.opts<ConfigFlags>())

/** The flags among a command's options. */
export function flagsIn({ config, profile }: ConfigFlags): ConfigFlags {
  return { ...(config?.length && { config }), ...(profile !== undefined && { profile }) }
}
