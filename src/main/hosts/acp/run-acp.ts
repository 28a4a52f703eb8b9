import type { Readable, Writable } from 'node:stream'
import { Engines } from '../cli/engines'
import type { EngineChoice } from '../cli/composed-engine'
import type { ProgramEnd } from '../program-end'
import { endClient, endTogether } from '../protocol/client-end'
import { MessageWriter } from '../protocol/message-writer'
import { AcpHost, type AcpEngine } from './acp-host'
import { acpStream } from './acp-stream'

/** What the agent is run with. `complain` takes a line for whoever runs it; standard output is the protocol's. */
export interface AcpRun {
  readonly input: Readable
  readonly output: Writable
  readonly version: string
  readonly end: Omit<ProgramEnd, 'exit'>
  readonly complain: (text: string) => void
  readonly compose: (choice: EngineChoice) => Promise<AcpEngine>
}

/**
 * Serves one ACP client (docs/spec/acp.md) until its input ends, its output breaks or the program is stopped. Then what waits is
 * denied, what runs is stopped, the records are flushed, and it resolves with the exit code: 0, or 130 when it was stopped.
 */
export async function runAcp({ input, output, version, complain, ...run }: AcpRun): Promise<number> {
  const writer = new MessageWriter(output)
  const engines = new Engines(run.compose)
  const agent = new AcpHost({ version, engines, congested: () => writer.congested })
  const stream = acpStream(input, writer)
  endTogether(input, output, run.end)
  const connection = agent.app.connect(stream)
  await stream.ended
  agent.drop()
  const close = async (): Promise<void> => {
    await engines.close()
    connection.close()
  }
  return endClient(run.end, writer, close, { error: complain })
}
