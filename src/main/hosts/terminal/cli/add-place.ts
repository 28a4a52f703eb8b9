import { Option, type Command } from 'commander'

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
