/** Texts, patterns between slashes where a value may begin, and comments. */
const pieces =
  /"(?:\\.|[^"\\])*"|(?<=(?:^|[(,~=!&|{};\n]|\b(?:return|printf?|else|do|in))[ \t]*)\/(?:\\.|[^/\\\n])+\/|#[^\n]*/g

/** Commands of an awk program that stand in it whole: where its texts are empty. */
const whole =
  /(?<=(?:^|[;{}(\n!&|,?:])\s*)\(?""\)?\s*\|&?\s*getline|\bsystem\s*\(\s*""\s*\)|(?<!\|)\|&?\s*""(?=\s*(?:[;})\n]|$))/g

/** What awk pipes to and from; what stands in `system(…)` is read as in other languages. The first group is the line, with its escapes. */
const piped: readonly RegExp[] = [
  /"((?:\\.|[^"\\])*)"\s*\)?\s*\|&?\s*getline/g,
  /(?<!\|)\|&?\s*"((?:\\.|[^"\\])*)"/g,
]

/** The lines for a shell that stand in an awk program, with their escapes, and whether it may run others that it puts together. */
export function awkCommands(code: string): { readonly lines: readonly string[]; readonly open: boolean } {
  const bare = code.replace(pieces, (found) => (found.startsWith('"') ? '""' : ''))
  // Behind a bracket a slash divides, or begins a pattern: then nothing is taken for a pattern.
  const unsure = /\)\s*\//.test(bare)
  const spoken = unsure ? code : code.replace(pieces, (found) => (/^["#]/.test(found) ? found : ''))
  const left = bare.replace(whole, '')
  return {
    lines: piped.flatMap((pattern) => Array.from(spoken.matchAll(pattern), ([, line = '']) => line)),
    open: (unsure && /\bsystem\s*\(\s*[^"\s]/.test(code)) || /\bsystem\s*\(|(?<!\|)\|(?!\|)/.test(left),
  }
}
