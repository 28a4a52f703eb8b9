import { escapeOf, namedInJson, namingHidden } from '@shared/domain/hidden-characters'

/** Colour and style sequences are simply dropped from output; everything else that begins with ESC is shown. */
const colours = /\u001b\[[0-9;]*m/g

/** Untrusted text as it may be printed: no sequence in it reaches the terminal, and nothing in it is hidden. */
export function visible(text: string): string {
  return namingHidden(text.replace(colours, '').replace(/\r\n/g, '\n'), escapeOf)
}

/** The same of what is no output of a program's: of that nothing is dropped, since a name could look like another. */
export const visibleWhole = (text: string): string => namingHidden(text.replace(/\r\n/g, '\n'), escapeOf)

/** The same as one line, so that no text can pass for a line of ours. */
export function visibleLine(text: string): string {
  return visibleWhole(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

/** A command in which every space that parts no words for a shell is named too: it looks like one that does. */
export const spacesNamed = (command: string): string =>
  command.replaceAll(/(?! )\p{Zs}/gu, (space) => escapeOf(space.codePointAt(0) ?? 0))

/** What is reported to a program, as one line of JSON in which nothing is hidden; with the host that it is of as its first member. */
export const reportLine = (report: object, host?: string): string =>
  `${visibleJson({ ...(host !== undefined && { host }), ...report })}\n`

/**
 * A value as JSON in which nothing is hidden: such characters stand as JSON escapes them, and it is the same value. On one line, or with so many spaces for each
 * depth. Whatever `--json` prints is made by this, for a person looks at it in a terminal.
 */
export const visibleJson = (value: unknown, indent?: number): string =>
  namedInJson(JSON.stringify(value, undefined, indent))
