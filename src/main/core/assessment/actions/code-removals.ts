import { languageOf } from '../../programs/built-in'
import { plainWord, type SimpleCommand, unknownWord } from '../../shell/graph'
import { targetOf } from './action'
import type { Found } from './program-forms'

/** Calls that remove, by name: with all below, or one thing. The text in quotes that they are given is the path. */
const removing: readonly { readonly call: RegExp; readonly recursive: boolean }[] = [
  {
    call: /\b(?:rmtree|remove_tree|rmSync|rmdirSync|rm_rf|rm_r|rimraf(?:Sync)?|remove_dir_all|emptyDirSync|removeSync|fsp?\.rm\b|promises\.rm\b|fse\.remove|Deno\.remove(?:Sync)?|remove_entry_secure|deltree)\s*\(?\s*(?:(["'`])([^"'`\n]*)\1)?/g,
    recursive: true,
  },
  {
    call: /(?:\bos\.(?:remove|unlink|rmdir|removedirs)|\b(?:unlinkSync|fsp?\.unlink\b|promises\.unlink\b)|\bFile\.(?:delete|unlink)|\bFileUtils\.rm(?:_f)?\b|(?<![.\w"'`])unlink)\s*\(?\s*(?:(["'`])([^"'`\n]*)\1)?/g,
    recursive: false,
  },
  // Named to something that calls it, or called on what the code has at hand.
  { call: /(["'])(?:unlink|rmdir)\1(?=\s*,)/g, recursive: false },
  {
    call: /(?<!\bPath\(\s*(?:"[^"\n]*"|'[^'\n]*')\s*\))\.(?:unlink|rmdir)\(\s*(?:missing_ok[^)]*)?\)/g,
    recursive: false,
  },
  { call: /\bPath\(\s*(["'])([^"'\n]*)\1\s*\)\.(?:unlink|rmdir)\(/g, recursive: false },
]

/** Such a call of JavaScript's own, by the name that an import gave it. */
const ofImport = {
  call: /(?<![.\w$])(?:rm|rmdir)\s*\(\s*(?:(["'`])([^"'`\n]*)\1)?/g,
  recursive: true,
}
const importsFiles = /["'](?:node:)?fs(?:\/promises)?["']/

/** What code in a command's words or on its standard input removes; what it computes first is not known. */
export function codeRemovals(command: SimpleCommand): readonly Found[] {
  if (languageOf(command.program) === undefined) return []
  const { words, stdin } = command
  const texts = words.filter(
    (_, at) =>
      /^-[a-zA-Z]*[cepErR]$|^--(eval|print)$/.test(words[at - 1]?.text ?? '') ||
      (at === 2 && words[1]?.text === 'eval'),
  )
  const input = stdin.kind === 'text' ? [stdin.word] : []
  return [...texts, ...input].flatMap(({ text }) =>
    [...removing, ...(importsFiles.test(text) ? [ofImport] : [])].flatMap(({ call, recursive }) =>
      [...text.slice(0, 20_000).matchAll(call)].map(([whole, , path]): Found => {
        const word =
          path === undefined || /[$\\#{]/.test(path)
            ? unknownWord(whole.trim().replaceAll(/^["']|["']$/g, ''))
            : plainWord(path)
        return { access: 'delete', target: targetOf(word, command), recursive }
      }),
    ),
  )
}
