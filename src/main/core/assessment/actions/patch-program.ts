import { parsePatch } from '../../patch/parse-patch'
import { plainWord } from '../../shell/graph'
import { targetOf } from './action'
import type { Found, Program } from './program-forms'

/**
 * `apply_patch` as a command: the files that the patch on its standard input, or in its one argument, names. A patch
 * that cannot be read may write anywhere.
 */
export const applyPatch: Program = (command) => {
  const { stdin } = command
  const body = command.words[1] ?? (stdin.kind === 'text' ? stdin.word : undefined)
  const parsed = body?.known === true ? parsePatch(body.text) : undefined
  if (parsed?.kind !== 'parsed')
    return [{ access: 'write', target: { text: 'a patch', paths: [], spread: 'exact', filtered: false } }]
  const to = (path: string) => targetOf(plainWord(path), command)
  return parsed.hunks.flatMap((hunk): Found[] => {
    switch (hunk.kind) {
      case 'add':
        return [{ access: 'write', target: to(hunk.path) }]
      case 'delete':
        return [{ access: 'delete', target: to(hunk.path) }]
      case 'update':
        return hunk.moveTo === undefined
          ? [{ access: 'change', target: to(hunk.path) }]
          : [
              { access: 'move', target: to(hunk.path) },
              { access: 'write', target: to(hunk.moveTo) },
            ]
    }
  })
}
