import type { MarkdownCode } from '../ports/markdown-code'
import type { ProseHtml } from '../ports/prose-html'

/** What a file for people is written with. `redact` blanks secrets first; without `proseHtml` a model's words stand as they were written, and without `markdownCode` their code is escaped like the rest. */
export interface ExportWorld {
  readonly redact: (text: string) => string
  readonly proseHtml?: ProseHtml | undefined
  readonly markdownCode?: MarkdownCode | undefined
}

/**
 * How a session is written for people to read. `words` and `code` take any text and give what can stand in a line of ours; `strong`, `aside`,
 * `heading`, `line`, `list` and `plan` take lines made of such and of our own words; `fenced`, `quoted` and `prose` take any text. In what they give, nothing of
 * a text of others is more than text, but for the Markdown of a quotation, which ends with it; and it has no character that is not seen. `quoted` takes
 * what a person typed, `prose` what a model wrote, which is Markdown.
 */
export interface ExportForm {
  readonly fileType: { readonly ending: string; readonly mediaType: string }
  readonly words: (text: string) => string
  readonly code: (text: string) => string
  readonly strong: (text: string) => string
  readonly aside: (text: string) => string
  readonly heading: (level: 1 | 2 | 3, text: string) => string
  readonly line: (text: string) => string
  readonly list: (lines: readonly string[]) => string
  /** The steps of a plan, each with its mark. */
  readonly plan: (lines: readonly string[]) => string
  readonly fenced: (text: string, language: 'text' | 'sh' | 'json' | 'diff') => string
  readonly quoted: (text: string) => string
  readonly prose: (text: string) => string
  /** The file; `title` is any text. */
  readonly whole: (title: string, parts: readonly string[]) => string
}
