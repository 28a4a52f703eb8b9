import { inContainerAlone } from '@shared/domain/sandbox-policy'
import { allow } from '../policy/permit'
import type { CommandRunner, Sandbox } from '../ports/sandbox'

/**
 * What the engine's own git over a folder runs in: the sandbox, or the container where that is the only boundary, since what is kept for undo is wanted
 * there the more. Nothing of an agent's is run by it.
 */
export const keepingRunner = (
  sandbox: Pick<Sandbox, 'run' | 'status'>,
  unconfined: CommandRunner,
): CommandRunner => ({
  run: async (spec, signal, onOutput) =>
    inContainerAlone(await sandbox.status())
      ? unconfined.run({ ...spec, permit: allow('policy-container') }, signal, onOutput)
      : sandbox.run(spec, signal, onOutput),
})
