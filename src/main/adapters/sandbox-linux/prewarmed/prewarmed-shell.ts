import type { StartedProcess, StartSpec } from '../../process-execa/started-process'
import { killGroup, startProcess } from '../../process-execa/started-process'

/** How long a launcher may take until its command waits. */
const limitMs = 5_000

/** The command of a launcher whose namespaces somebody takes hold of: it says its number, as it is in there, and waits until it is killed. */
export const prewarmedShell: readonly string[] = ['/bin/sh', '-c', 'echo $$; read -r _']

/** The first line that a program prints; undefined where it ends, or prints none in time. */
async function firstLine({ stdout }: StartedProcess): Promise<string | undefined> {
  const text = await new Promise<string>((resolve) => {
    let said = ''
    const done = (): void => {
      clearTimeout(late)
      resolve(said)
    }
    const late = setTimeout(done, limitMs)
    stdout?.on('data', (bytes: Buffer) => {
      said += bytes.toString('latin1')
      if (said.includes('\n') || said.length > 20) done()
    })
    stdout?.on('close', done).on('error', done)
  })
  return /^(\d+)\n$/.exec(text)?.[1]
}

/**
 * Starts a launcher whose command is the prewarmed shell, has `take` look at it while it waits, and ends it. `take` is given the shell's own
 * word for its number and the launcher's number. Says why where it does not come to wait, or `take` throws.
 */
export async function whileItWaits<Taken>(
  launch: Pick<StartSpec, 'file' | 'args' | 'descriptors'>,
  take: (shell: string, launcher: number | undefined) => Taken,
): Promise<Taken | { readonly why: string }> {
  const started = startProcess({
    ...launch,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    input: { terminal: undefined, attach: () => undefined },
  })
  if (started.kind === 'failed') return { why: 'bubblewrap could not be started' }
  let said = ''
  started.stderr?.on('data', (text: Buffer) => (said += text.toString().slice(0, 300)))
  try {
    const shell = await firstLine(started)
    if (shell !== undefined) return take(shell, started.child.pid)
    return { why: `bubblewrap could not make it: ${said.trim().split('\n')[0] ?? ''}` }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { why: `what bubblewrap made cannot be held: ${error.message}` }
  } finally {
    killGroup(started.child.pid)
    started.child.stdin?.destroy()
    await started.ended
  }
}
