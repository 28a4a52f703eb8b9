/** The classes of characters that a bracket may name (POSIX), each over one character. Beyond ASCII a machine's language decides: all may fit. */
export const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[\p{L}\p{N}]|[^\0-\x7F]/u,
  alpha: /\p{L}|[^\0-\x7F]/u,
  ascii: /[\0-\x7F]/,
  blank: /[ \t]|[^\0-\x7F]/,
  cntrl: /[\0-\x1F\x7F]|[^\0-\x7F]/,
  digit: /[0-9]/,
  graph: /[!-~]|[^\0-\x7F]/,
  lower: /[a-z]|[^\0-\x7F]/,
  print: /[ -~]|[^\0-\x7F]/,
  punct: /[!-/:-@[-`{-~]|[^\0-\x7F]/,
  space: /[ \t-\r]|[^\0-\x7F]/,
  upper: /[A-Z]|[^\0-\x7F]/,
  word: /\w|[^\0-\x7F]/,
  xdigit: /[0-9A-Fa-f]/,
}
