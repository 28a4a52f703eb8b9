import type { ProseHtml } from './prose-html'

/**
 * Where code stands in Markdown (spans, fences, indented lines) whoever reads it: from and to, as offsets, in order. Undefined for what is
 * too long or too deep to be read.
 */
export type MarkdownCode = (markdown: string) => readonly (readonly [number, number])[] | undefined

/** Reads in what knows Markdown; only who writes a file of it, or of HTML, waits for it. */
export type LoadMarkdown = () => Promise<{ readonly proseHtml: ProseHtml; readonly code: MarkdownCode }>
