import type { Word } from '../graph'
import type { NestedCommand } from './nested-command'

/** Shell text as a nested command. */
export const script = (
  text: Word,
  title: string,
  more: Partial<Extract<NestedCommand, { kind: 'script' }>> = {},
): NestedCommand => ({ kind: 'script', text, title, shell: 'posix', how: { via: 'script' }, ...more })

/** The values of an option wherever it stands: behind `=`, or as the next word. */
export function valuesOf(args: readonly Word[], long: RegExp, short: RegExp): readonly Word[] {
  return args.flatMap((word, at) => {
    const cut = word.text.startsWith('--') ? word.text.indexOf('=') : -1
    if (cut > 0 && long.test(word.text.slice(0, cut)))
      return [{ ...word, text: word.text.slice(cut + 1), head: '' }]
    const next = args[at + 1]
    return next && (long.test(word.text) || short.test(word.text)) ? [next] : []
  })
}
