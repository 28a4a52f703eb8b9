import { Option } from 'commander'
import type { AddCommand } from '../cli/cli-context'

interface ListenFlags {
  readonly listen?: string
  readonly wsTokenFile?: string
}

/** `countersign app-server`: the engine for other programs, over JSON-RPC on standard input and output. */
export const addAppServer: AddCommand = (command, cli) => {
  command
    .option('--listen <address>', 'waits for clients at ws://127.0.0.1:PORT or unix://PATH instead')
    .addOption(
      new Option('--ws-auth <kind>', 'how a client of --listen shows that it may').choices([
        'capability-token',
      ]),
    )
    .option('--ws-token-file <path>', 'the token, in a file of mode 0600; absent: a fresh one is printed')
  command.action(async (options: ListenFlags) => {
    const { version, env, end } = cli
    const { listen, wsTokenFile: tokenFile } = options
    if (listen !== undefined && listen !== 'stdio://') {
      const { runListening } = await import('../app-server-v2/listen/run-listening')
      const { stop, write } = cli
      await cli.withEngine((composed) =>
        runListening({ listen, tokenFile, composed, home: composed.home, version, env, stop, write }),
      )
      return
    }
    const { runAppServer } = await import('./run-app-server')
    await cli.withEngine((composed) =>
      runAppServer({
        input: process.stdin,
        output: process.stdout,
        version,
        env,
        end,
        home: () => composed.home,
        compose: () => Promise.resolve(composed),
      }),
    )
  })
  const generator = (
    name: string,
    writes: string,
    generate: (folder: string) => Promise<readonly string[]>,
  ) =>
    command
      .command(name)
      .description(`writes ${writes}`)
      .requiredOption('--out <dir>', 'the folder to write to; it is made where it is missing')
      // Codex has parts that it calls so; here there are none.
      .addOption(new Option('--experimental').hideHelp())
      .action(async ({ out }: { out: string }) => {
        const written = await generate(out)
        cli.write(written.map((file) => `${file}\n`).join(''))
      })
  generator('generate', 'the first protocol as TypeScript types and JSON Schema', async (out) =>
    (await import('./generate-protocol')).generateProtocol(out),
  )
  generator('generate-ts', 'the second protocol as TypeScript types', async (out) =>
    (await import('../app-server-v2/generate-second')).generateTypes(out),
  )
  generator('generate-json-schema', 'the second protocol as JSON Schema', async (out) =>
    (await import('../app-server-v2/generate-second')).generateSchema(out),
  )
}
