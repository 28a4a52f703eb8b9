import type { Value } from './value'
import { holdsSubstitution, isSubscripted, promptText } from './substitutions'

/** Text that a shell reads once more: what is known of it, and the commands whose output is in it. */
export interface EvaluatedText {
  readonly text: string
  readonly known: boolean
  readonly from: readonly number[]
}

/** A value's ways to stand, each with the commands whose output is in it. */
export const textsOf = (value: Value): readonly EvaluatedText[] =>
  (value.elements ?? value.options).map(({ text, known, from }) => ({
    text,
    known,
    from: [...new Set([...value.from, ...(from ?? [])])],
  }))

/** What changes how other programs start or what they load: setting it is listed as a command of its own. */
const telling =
  /^(PATH|CDPATH|HOME|XDG_\w+|SHELL|KUBECONFIG|LD_\w+|DYLD_\w+|BASH_ENV|ENV|PROMPT_COMMAND|PAGER|EDITOR|VISUAL|GIT_\w+|SSH_ASKPASS|LESSOPEN|NODE_OPTIONS|PYTHONSTARTUP|PYTHONPATH|PERL5OPT|RUBYOPT|HISTFILE)$/

/** Prompts: the shell expands their text each time it shows them. */
export const isPrompt = (name: string): boolean => /^(PS[0-4]|R?PROMPT[2-4]?|RPS[12]|SPROMPT)$/.test(name)

/** Whether what is assigned to a variable is something that runs, or may: then the assignment is listed. */
export function isTelling(name: string, value: Value, isNumber: boolean): boolean {
  return (
    telling.test(name) ||
    textsOf(value).some(
      ({ text, known, from }) =>
        (known && isSubscripted(text)) ||
        (known && isPrompt(name) && holdsSubstitution(promptText(text))) ||
        (isNumber && !known && from.length > 0),
    )
  )
}
