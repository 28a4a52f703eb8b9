import { namingHidden, escapeOf, hiddenInProse } from '@shared/domain/hidden-characters'
import type { ExportForm, ExportWorld } from './export-form'

/** One file that loads nothing and runs nothing, and says so to the browser as well; readable without its looks. `redact` blanks secrets first. */
export function htmlForm({ redact, proseHtml }: ExportWorld): ExportForm {
  const words = (text: string): string => escaped(redact(text)).replaceAll(/\s+/g, ' ')
  const inProse = (text: string): string => escaped(redact(text), hiddenInProse)
  const quoted = (text: string): string => `<blockquote>${inProse(text)}</blockquote>`
  return {
    fileType: { ending: 'html', mediaType: 'text/html' },
    words,
    code: (text) => `<code>${words(text)}</code>`,
    strong: (text) => `<strong>${text}</strong>`,
    aside: (text) => `<em>${text}</em>`,
    heading: (level, text) => `<h${String(level)}>${text}</h${String(level)}>`,
    line: (text) => `<p>${text}</p>`,
    list: (lines) => `<ul>\n${lines.map((line) => `<li>${line}</li>`).join('\n')}\n</ul>`,
    plan: (lines) => `<pre>${lines.join('\n')}</pre>`,
    fenced: (text, language) => `<pre class="${language}"><code>${escaped(redact(text))}</code></pre>`,
    quoted,
    prose: (text) => {
      // Blanked before it is read, where a key is in one piece, and after, where it was written by its characters' numbers.
      const read = proseHtml?.(redact(text), inProse)
      return read === undefined ? quoted(text) : `<div class="prose">${read}</div>`
    },
    whole: (title, parts) => `${head(words(title))}\n${parts.join('\n')}\n</main>\n</body>\n</html>\n`,
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string, hidden?: RegExp): string =>
  namingHidden(text.replaceAll('\r\n', '\n'), escapeOf, hidden).replaceAll(
    /[&<>"']/g,
    (sign) => entities[sign] ?? sign,
  )

const head = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#dcdfe3, #2e3338); --quiet: light-dark(#474e57, #b4bac2); }
body { margin: 0; background: light-dark(#fff, #17191c); color: light-dark(#1b1f24, #e6e8eb); font: 15px/1.55 system-ui, sans-serif; }
main { max-width: 820px; margin: 0 auto; padding: 32px 16px 64px; overflow-wrap: anywhere; }
h1 { font-size: 22px; line-height: 1.3; }
h2 { margin: 32px 0 8px; font-size: 15px; }
h3 { margin: 24px 0 8px; font-size: 13px; color: var(--quiet); }
p, ul { margin: 8px 0; }
ul { padding-left: 20px; color: var(--quiet); }
pre, code { font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre { margin: 8px 0; padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; background: light-dark(#f6f7f8, #121416); white-space: pre-wrap; }
blockquote { margin: 8px 0; padding-left: 14px; border-left: 3px solid var(--line); }
main > blockquote { white-space: pre-wrap; }
.prose { margin: 8px 0; padding-left: 14px; border-left: 3px solid var(--line); }
.prose :is(ul, ol) { margin: 8px 0; padding-left: 24px; color: inherit; }
.prose :is(li > ul, li > ol) { margin: 0; }
.prose .heading { margin: 16px 0 4px; font-weight: 650; }
.prose :not(pre) > code { padding: 1px 4px; border-radius: 4px; background: light-dark(#f0f1f3, #22262a); }
.prose table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; }
.prose :is(th, td) { padding: 4px 10px; border: 1px solid var(--line); text-align: left; }
.prose .right { text-align: right; }
.prose .center { text-align: center; }
.prose hr { margin: 16px 0; border: 0; border-top: 1px solid var(--line); }
.footnote > p:first-child { display: inline; }
.address { color: var(--quiet); font-size: 13px; }
a { color: light-dark(#0b5cad, #7ab8f5); }
</style>
</head>
<body>
<main>`
