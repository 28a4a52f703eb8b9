import type { HookAsk } from './hook-body'

/**
 * What was decided on a hook's request. `script`: the person's command, which is to run in place of the agent's. `stops`: its work
 * ends as well. `none`: nobody decided; the agent goes on by its own rules, which is its own prompt.
 */
export type Verdict =
  | { readonly kind: 'allow'; readonly script?: string | undefined }
  | { readonly kind: 'deny'; readonly message: string; readonly stops: boolean }
  | { readonly kind: 'none' }

/** What an agent's hook can be told. */
type Asked = Pick<HookAsk, 'agent' | 'event' | 'input' | 'wanted'>

/**
 * Whether a command of the person's own can be handed back. Codex denies whatever comes with another input; and what was refused is made
 * again by the agent, as it was or not at all.
 */
export const takesEdits = ({ agent, event, wanted }: Pick<HookAsk, 'agent' | 'event' | 'wanted'>): boolean =>
  agent === 'claude-code' && event !== 'PermissionDenied' && wanted.kind === 'command'

/** Whether a no can end the agent's work. Codex denies whatever comes with it, and so it is not offered there. */
export const takesStop = ({ agent, event }: Pick<HookAsk, 'agent' | 'event'>): boolean =>
  agent === 'claude-code' && event === 'PermissionRequest'

/**
 * The answer in the words of the agent's maker (recorded from the real programs); undefined: no answer. Only an `allow` verdict
 * makes one that allows, and one that this agent cannot carry out as it was decided makes a no.
 */
export function hookAnswer(asked: Asked, verdict: Verdict): Readonly<Record<string, unknown>> | undefined {
  const { event: hookEventName } = asked
  const about = (answer: object) => ({ hookSpecificOutput: { hookEventName, ...answer } })
  switch (verdict.kind) {
    case 'none':
      return undefined
    case 'allow': {
      const { script } = verdict
      if (script !== undefined && !takesEdits(asked))
        return hookAnswer(asked, {
          kind: 'deny',
          message: 'This cannot be run as it was edited.',
          stops: false,
        })
      // That it may be made again is all that this hook can be told: the call itself is let through when it comes (AllowedRetries).
      if (hookEventName === 'PermissionDenied') return about({ retry: true })
      const updated = script === undefined ? {} : { updatedInput: { ...asked.input, command: script } }
      return hookEventName === 'PreToolUse'
        ? about({ permissionDecision: 'allow', permissionDecisionReason: allowedHere, ...updated })
        : about({ decision: { behavior: 'allow', ...updated } })
    }
    case 'deny': {
      const { message, stops } = verdict
      // The agent's own no stands.
      if (hookEventName === 'PermissionDenied') return undefined
      return hookEventName === 'PreToolUse'
        ? about({ permissionDecision: 'deny', permissionDecisionReason: message })
        : about({
            decision: { behavior: 'deny', message, ...(stops && takesStop(asked) && { interrupt: true }) },
          })
    }
  }
}

/**
 * The answer to a call of a permission-prompt tool, as Claude Code reads it. It always hands back the input that may be used; what nobody
 * decided is a no, for which this protocol has no other word.
 */
export function promptAnswer(asked: Asked, verdict: Verdict): Readonly<Record<string, unknown>> {
  switch (verdict.kind) {
    case 'none':
      return { behavior: 'deny', message: 'Nobody decided. Nothing ran.' }
    case 'deny':
      return { behavior: 'deny', message: verdict.message, ...(verdict.stops && { interrupt: true }) }
    case 'allow': {
      const { script } = verdict
      if (script === undefined) return { behavior: 'allow', updatedInput: asked.input }
      if (!takesEdits(asked)) return { behavior: 'deny', message: 'This cannot be run as it was edited.' }
      return { behavior: 'allow', updatedInput: { ...asked.input, command: script } }
    }
  }
}

const allowedHere = 'Allowed in Countersign.'
