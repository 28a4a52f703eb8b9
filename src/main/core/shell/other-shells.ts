import type { SimpleCommand } from './graph'
import type { ShellNode } from './shell-tree'

/** Shells that are, or may be, none of bash's kind: `sh` is dash on one machine and bash on the next. */
const plainShells = /^(sh|dash|ash|posh|yash|busybox)$/
const decodingShells = /^(sh|dash|ash|zsh|m?ksh\d*|busybox)$/

/** Whether what a shell reads may be read in the plain way: by its name, or since it is told to. */
export function readsPlainly(shell: SimpleCommand | undefined, script: string): boolean {
  if (shell && plainShells.test(shell.program)) return true
  const told = [...(shell?.assignments ?? []), ...(shell?.exported ?? [])].map(({ name }) => name)
  return /posix/i.test([script, ...told, ...(shell?.words ?? []).map(({ text }) => text)].join('\n'))
}

/** A script with what only bash takes for one mark as a plain shell has it: `&>f` is `& >f`, `$'…'` a dollar sign and a quotation. */
export const asPlainShell = (script: string): string =>
  script.replace(/&(?=>)/g, '& ').replace(/(?<!\\)((?:\\\\)*)\$(?=['"[])/g, '$1\\$')

/** Whether quotes decide where `"${x:-'}"` or its like ends: to plain shells single ones are text there, and a double one may end what is around. */
export function quotesInBraces(node: ShellNode, script: string): boolean {
  const isHiding = ({ type, start, end }: ShellNode): boolean => {
    const inner = type === 'expansion' ? script.slice(start + 2, end - 1) : ''
    const [single, double] = ["'", '"'].map((quote) => inner.split(quote).length - 1)
    if (!single && !double) return false
    return inner.includes('}') || Boolean(single && double) || ((single ?? 0) % 2) + ((double ?? 0) % 2) > 0
  }
  if (node.type === 'string' && node.children.some(isHiding)) return true
  return node.children.some((child) => quotesInBraces(child, script))
}

/** Whether the `echo` of a shell may decode what stands behind a backslash without being told to. */
export const mayDecode = (shell: SimpleCommand | undefined): boolean =>
  shell !== undefined && decodingShells.test(shell.program)
