/** The text as a pattern that finds it whatever the case. The text is looked for as it stands: nothing in it means anything else. */
export function patternOf(text: string, flags = ''): RegExp {
  return new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), `iu${flags}`)
}
