import type { HookGatewayFile } from '../../core/ports/hook-settings'
import { visible } from '../visible'
import { hookProgram } from './hook-program'

/** `countersign desk hook AGENT [--home FOLDER] [--retries]` on the process's own streams; nothing is composed for it. */
export async function serveHook(
  [agent = '', flag, home, last]: readonly string[],
  fileOf: (home: string | undefined) => HookGatewayFile,
): Promise<number> {
  return hookProgram({
    ...{ agent, retriesOnly: (flag === '--home' ? last : flag) === '--retries' },
    input: process.stdin as AsyncIterable<Buffer>,
    // Read in the attempt: a home that cannot be is no answer, like any other fault.
    place: () => Promise.resolve().then(() => fileOf(flag === '--home' ? home : undefined).read()),
    write: (text) => process.stdout.write(text),
    complain: (text) => process.stderr.write(visible(text)),
  })
}
