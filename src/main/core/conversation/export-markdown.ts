import { namingHidden, escapeOf, hiddenInProse } from '@shared/domain/hidden-characters'
import type { ExportForm, ExportWorld } from './export-form'
import { plainMarkdown } from './plain-markdown'

/** Markdown: texts of the person, the agent and commands stand in quotations and fences that they cannot leave. `redact` blanks secrets first. */
export function markdownForm({ redact, markdownCode }: ExportWorld): ExportForm {
  return {
    fileType: { ending: 'md', mediaType: 'text/markdown' },
    words: (text) => words(redact(text)),
    code: (text) => code(redact(text)),
    strong: (text) => `**${text}**`,
    aside: (text) => `_${text}_`,
    heading: (level, text) => `${'#'.repeat(level)} ${text}`,
    line: (text) => text,
    list: (lines) => lines.map((line) => `- ${line}`).join('\n'),
    plan: (lines) => lines.map(withPlainMark).join('\n'),
    fenced: (text, language) => fenced(redact(text), language),
    quoted: (text) => quoted(redact(text), markdownCode),
    prose: (text) => quoted(redact(text), markdownCode),
    whole: (_title, parts) => `${parts.join('\n\n')}\n`,
  }
}

/** Every text of others as it stands in a Markdown file. What a reader's program would act on unseen is named in all of them. */
const shown = (text: string): string => namingHidden(text.replaceAll('\r\n', '\n'), escapeOf)

/** A fence that the text cannot close from the inside. */
function fenced(text: string, language: string): string {
  const body = shown(text)
  const fence = '`'.repeat(longestRun(body, 2) + 1)
  return `${fence}${language}\n${body}${body.endsWith('\n') ? '' : '\n'}${fence}`
}

/** One line of code, in marks that the text cannot close from the inside. */
function code(text: string): string {
  const line = shown(text).replaceAll('\n', String.raw`\n`)
  const marks = '`'.repeat(longestRun(line, 0) + 1)
  return /^[` ]|[` ]$/.test(line) ? `${marks} ${line} ${marks}` : `${marks}${line}${marks}`
}

/** Words in a line of ours: nothing in them is Markdown or begins a line. */
function words(text: string): string {
  return shown(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*{}[\]<>&|~!#]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\$&`)
}

/**
 * Markdown of others as a quotation. A quotation ends where it ends: a fence, a comment or a heading that begins in it reaches
 * nothing that stands behind it. No HTML and no definition is in it, which would end nowhere.
 */
function quoted(text: string, code: ExportWorld['markdownCode']): string {
  const lines = namingHidden(withoutHiddenEntities(text.replaceAll('\r\n', '\n')), escapeOf, hiddenInProse)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
  return plainMarkdown(lines, code)
}

/** The mark of a plan's step is no link, whatever is defined elsewhere. */
const withPlainMark = (line: string): string => line.replace(/^- \[(.)\]/, String.raw`- \[$1\]`)

const named =
  /&(?=(?:zwn?j|lrm|rlm|shy|af|ic|it|NoBreak|ZeroWidthSpace|Invisible\w+|ApplyFunction|Negative\w+Space);)/g

/** Characters may stand in Markdown by their number or name as well. */
function withoutHiddenEntities(text: string): string {
  return text
    .replaceAll(named, '&amp;')
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (whole, hex, decimal) => {
      const point = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16)
      return point <= 0x10_ff_ff && hiddenInProse.test(String.fromCodePoint(point)) ? escapeOf(point) : whole
    })
}

const longestRun = (text: string, least: number): number =>
  [...text.matchAll(/`+/g)].reduce((most, [ticks]) => Math.max(most, ticks.length), least)
