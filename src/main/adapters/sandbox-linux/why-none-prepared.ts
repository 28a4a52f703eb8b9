import type { RunSpec } from '../../core/ports'
import { killGroup } from '../process-execa/started-process'
import { keptByGate } from './gate'
import { makeWaitingSandbox, type WaitingParts } from './waiting-sandbox'

/** How a gate ends to which no line comes. */
const noLine = 125
/** A trial that takes longer than this has failed. */
const trialMs = 5_000

/**
 * Why no sandbox is kept prepared for commands like this one, as a clause in plain words; undefined: one is. Tried out: one is
 * made, and taken down before this resolves.
 */
export async function whyNonePrepared(
  spec: RunSpec,
  parts: Omit<WaitingParts, 'shell'> & { readonly shell: string | undefined },
): Promise<string | undefined> {
  const { shell, machinery } = parts
  if (!machinery.helper) return 'the helper is missing that starts commands and reports what they attempt'
  if (shell === undefined)
    return 'dash is missing, and other shells would change the environment of the command that they wait for'
  const kept = keptByGate(spec.env)
  if (kept.length > 0)
    return `the environment has ${kept.join(', ')}, which a shell would not hand on to the command as it is`
  const made = await makeWaitingSandbox(spec, () => true, { ...parts, shell })
  if ('why' in made) return made.why
  let said = ''
  made.process.stderr?.on('data', (text: Buffer) => (said += text.toString().slice(0, 300)))
  const late = setTimeout(() => {
    killGroup(made.process.child.pid)
  }, trialMs)
  made.open('')
  const { code } = await made.process.ended
  clearTimeout(late)
  made.discard()
  return code === noLine ? undefined : `bubblewrap could not make it: ${said.trim().split('\n')[0] ?? ''}`
}
