import type { AddCommand } from '../../cli/cli-context'
import { visibleJson, visibleLine } from '../../visible'

/** `countersign agents`: the agents of other makers that a session can be begun with. */
export const addAgents: AddCommand = (command, cli) => {
  command.option('--json', 'print them as JSON').action((options: { json?: boolean }) =>
    cli.withEngine(async ({ engine }) => {
      const agents = await engine.listAcpAgents()
      if (options.json === true) cli.write(`${visibleJson({ agents })}\n`)
      else if (agents.length === 0)
        cli.write('No agent of another maker is on this machine; [agents] of config.toml can name one.\n')
      else
        for (const { id, name, command, hosts } of agents)
          cli.write(
            `${visibleLine(id).padEnd(12)} ${visibleLine(name)}: ${visibleLine(command)} (reaches ${hosts.join(', ') || 'nothing unasked'})\n`,
          )
      return 0
    }),
  )
}
