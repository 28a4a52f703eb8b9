import type { ProgramEnd } from '../program-end'
import { readVersion } from '../read-version'
import { visible } from '../visible'
import type { McpEngine } from './mcp-conversation'
import type { EngineChoice } from '../cli/composed-engine'
import { runMcpServer } from './run-mcp-server'

/** What the entry file hands over. */
export interface McpProgramWorld {
  /** The folder of the built entry, `out/main`. */
  readonly moduleDir: string
  readonly end: ProgramEnd
  readonly compose: (
    options: EngineChoice & { env: NodeJS.ProcessEnv; version: string },
  ) => Promise<McpEngine & { readonly warnings: readonly string[] }>
}

/**
 * `countersign mcp-server` without options, on standard input and output. Resolves with the exit code. Engines are
 * composed when a call needs them, so that the first answer is quick and a bad configuration is told as a tool error.
 */
export async function serveMcpProgram({ moduleDir, end, compose }: McpProgramWorld): Promise<number> {
  const { env, stdin: input, stdout: output } = process
  const version = readVersion(moduleDir)
  const complain = (text: string): void => {
    process.stderr.write(`countersign: ${visible(text)}\n`)
  }
  return runMcpServer({
    input,
    output,
    version,
    cwd: process.cwd(),
    end,
    complain,
    compose: async (choice) => {
      const composed = await compose({ ...choice, env, version })
      composed.warnings.forEach(complain)
      return composed
    },
  })
}
