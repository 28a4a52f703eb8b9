import { markdownCode } from './markdown-code'
import { proseHtml } from './prose-html'

/** All that is read of Markdown, to be loaded at once. */
export const markdown = { proseHtml, code: markdownCode }
