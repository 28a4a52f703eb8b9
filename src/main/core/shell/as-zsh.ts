import type { SimpleCommand } from './graph'

/** Whether a script is, by who reads it or by what it says at its beginning, one for zsh. */
export const readsAsZsh = (shell: SimpleCommand | undefined, script: string): boolean =>
  /^r?zsh(-[\d.]+)?$/.test(shell?.program ?? '') || /^#![^\n]*\bzsh\b/.test(script)

/** Lists by which zsh knows what a name stands for. */
const tables = '(?:dis_)?(?:functions|[gs]?aliases)'
const wholeTable = new RegExp(`(?:^|[\\s;&|({])(?:${tables}|commands)\\+?=\\(`)

/** Whether a script gives zsh a whole list of what names stand for, which is not read. */
export const setsTables = (script: string): boolean => wholeTable.test(script)

/**
 * A script as bash would be told what zsh does of it: a list without a subscript is all of it, `=rm` the program's path, and what a list of zsh's own says of a
 * name is run by it. It is read beside the script: in quotes it is another text.
 */
export function asZsh(script: string): string {
  const lists = new Set([
    'argv',
    ...Array.from(script.matchAll(/(?<![\w$])(\w+)\+?=\(/g), ([, name = '']) => name),
  ])
  const all = (whole: string, name: string): string => (lists.has(name) ? `\${${name}[@]}` : whole)
  return script
    .replace(new RegExp(`(?<=^|[\\s;&|({])${tables}\\[[^\\]\\n]*\\]=`, 'g'), 'eval ')
    .replace(/(?<=^|[\s;&|({])commands\[[^\]\n]*\]=/g, 'hash -p ')
    .replace(/(?<=^|[\s;&|({])=(?=\w)/g, '')
    .replace(/\$\{(?:\([A-Za-z@]*\))?(\w+)\}/g, all)
    .replace(/\$(\w+)(?![\w[])/g, all)
}
