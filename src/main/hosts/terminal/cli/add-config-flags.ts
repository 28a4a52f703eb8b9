import { Option, type Command } from 'commander'
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

/** Where a command does its work; `cwd` is the earlier name of `cd`. */
export interface Place {
  readonly host?: string
  readonly cd?: string
  readonly cwd?: string
}

/** Adds the options that say on which machine and in which folder a command does its work. */
export const addPlace = (command: Command): Command =>
  command
    .option('--cd <dir>', 'the folder (default: this one)')
    .addOption(new Option('--cwd <dir>', 'the same as --cd').conflicts('cd'))
    .option('--host <name>', 'on this host of config.toml, in a folder there (--cd); never here')
