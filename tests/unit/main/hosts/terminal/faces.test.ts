import { Command } from 'commander'
import { expect, test } from 'vitest'
import type { CliContext } from '../../../../../src/main/hosts/cli/cli-context'
import { faces } from '../../../../../src/main/hosts/terminal/faces'
import { serverFaces } from '../../../../../src/main/server-faces'

test.each(faces(serverFaces).map((face) => [face.usage, face] as const))(
  'the help of the whole program shows the arguments that the command takes: %s',
  async (usage, { load }) => {
    const command = new Command(usage.replace(/ .*/, ''))
    ;(await load())(command, {} as CliContext)
    command.option('--any', 'as every command has some')
    const shown = new Command('shown').command(usage).option('--any', 'as every command has some')
    const help = command.createHelp()
    expect(help.subcommandTerm(command)).toBe(help.subcommandTerm(shown))
  },
)
