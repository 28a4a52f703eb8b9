import { namingHidden, escapeOf, hiddenInProse } from '@shared/domain/hidden-characters'
import type { ExportForm } from './export-form'

/** One file that loads nothing and runs nothing, and says so to the browser as well; readable without its looks. `redact` blanks secrets first. */
export function htmlForm(redact: (text: string) => string): ExportForm {
  const words = (text: string): string => escaped(redact(text)).replaceAll(/\s+/g, ' ')
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
    quoted: (text) => `<blockquote>${escaped(redact(text), hiddenInProse)}</blockquote>`,
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
blockquote { margin: 8px 0; padding-left: 14px; border-left: 3px solid var(--line); white-space: pre-wrap; }
</style>
</head>
<body>
<main>`
