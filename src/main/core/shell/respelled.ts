/**
 * A script with the forms that the grammar reads as something else in a spelling that it knows: `coproc NAME { …; }` is the
 * group itself, `coproc` before a loop the loop; zsh's `${=x}`, which splits, is
 * `$x`; the name that is given to a descriptor (`{fd}>file`) is left out.
 */
export function respelled(script: string): string {
  return script
    .replace(
      /(^|[;&|(\n]\s*)coproc\s+(?:[A-Za-z_]\w*\s+)?(?=[{(]|(?:while|until|for|if|case|select)\s|\[\[)/g,
      '$1',
    )
    .replace(/\$\{[=~]+(\w+)\}/g, '$$$1')
    .replace(/(\s)\{[A-Za-z_]\w*\}(?=[<>])/g, '$1')
}

/**
 * The same for a script that does not parse. A brace list at a command's start is taken for a group (`{rm,-rf,x}`): empty
 * quotes make it a word. What zsh does in its own ways is put in bash's: `${(e)x}` expands what x holds.
 */
export function respelledWhenBroken(script: string): string {
  return script
    .replace(/(^|[;&|(\n]\s*)\{(?=[^\s{}]*,[^\s{}]*\})/g, '$1""{')
    .replace(/\$\{\([A-Za-z%@~^=-]*[e%][A-Za-z%@~^=-]*\):-'([^'"]*)'\}/g, '"$1"')
    .replace(/\$\{\([^()]*[e%][^()]*\)[=~^]*(\w+)\}/g, '${$1@P}')
    .replace(/\$\{\([^()]*\)[=~^]*(\w+)\}/g, '$$$1')
    .replace(/\$[=~](\w+)/g, '$$$1')
    .replace(/\(\w*[e+]:'([^'\n]*)':?\)/g, '; $1')
}
