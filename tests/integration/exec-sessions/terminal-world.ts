import { SessionTerminal } from '../../../src/main/core/processes/session-terminal'
import type { Sandbox } from '../../../src/main/core/ports/sandbox'
import { sampleSession } from '../../fakes/fake-engine'
import { patchWorld } from '../patch/patch-world'

let sandbox: Sandbox | undefined

/** A session's terminal over the real sandbox, with a real shell. */
export function terminalWorld(options: Parameters<typeof patchWorld>[0] = {}) {
  const world = patchWorld({ name: 'cs-term-', ...options })
  // One engine has one sandbox, which is made as the user that the test runs as.
  sandbox ??= world.parts.sandbox
  const terminal = new SessionTerminal({ ...world.parts, sandbox })
  const place = {
    session: sampleSession({ id: world.workspace, cwd: world.workspace }),
    policy: world.turn.sandboxPolicy,
  }
  let read = 0
  let run = 0
  return {
    ...world,
    terminal,
    open: (columns = 80, rows = 24) => terminal.open(place, { columns, rows }),
    read: () => terminal.read(place, 0, 0),
    type: async (text: string) => terminal.write((await terminal.read(place, 0, 0)).run, text),
    /** What it says from here on, up to this text, or to its end. */
    async until(wanted: string): Promise<string> {
      let said = ''
      for (;;) {
        const now = await terminal.read(place, run, read)
        if (now.run !== run) said = ''
        run = now.run
        said += now.text
        read = now.from + now.text.length
        const over = now.exitCode !== undefined || now.stopped === true || now.failed !== undefined
        if (said.includes(wanted) || over) return said + (now.failed ?? '')
      }
    },
  }
}
