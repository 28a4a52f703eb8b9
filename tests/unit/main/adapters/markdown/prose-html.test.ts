import { describe, expect, test } from 'vitest'
import { proseHtml } from '../../../../../src/main/adapters/markdown/prose-html'

const plain = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const written = (markdown: string): string | undefined => proseHtml(markdown, plain)

test.each([
  ['# Two *words*', '<p class="heading">Two <em>words</em></p>'],
  ['a **b** ~~c~~ `d<e`', '<p>a <strong>b</strong> <s>c</s> <code>d&lt;e</code></p>'],
  ['- one\n- [x] two\n  1. three', '<ul><li>one</li>\n<li>☑ two\n<ol><li>three</li></ol></li></ul>'],
  ['3. three', '<ol start="3"><li>three</li></ol>'],
  ['> said\n>\n> twice', '<blockquote><p>said</p>\n<p>twice</p></blockquote>'],
  ['```ts\nif (a < b) {}\n```', '<pre><code>if (a &lt; b) {}</code></pre>'],
  [
    '| a | b |\n| - | -: |\n| 1 | 2 |',
    '<table>\n<tr><th>a</th><th class="right">b</th></tr>\n<tr><td>1</td><td class="right">2</td></tr>\n</table>',
  ],
  ['one\n\n---\n\ntwo', '<p>one</p>\n<hr>\n<p>two</p>'],
  ['a[^1]\n\n[^1]: why', '<p>a<sup>[1]</sup></p>\n<div class="footnote">[1] <p>why</p></div>'],
])('%j is set as %s', (markdown, html) => {
  expect(written(markdown)).toBe(html)
})

test.each([
  [
    'a link says where it leads',
    '[the docs](https://evil.example)',
    '<p><a href="https://evil.example" rel="noopener noreferrer nofollow">the docs</a> <span class="address">(https://evil.example)</span></p>',
  ],
  [
    'one that is its own address says it once',
    'https://example.com/?a=1&b=2',
    '<p><a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer nofollow">https://example.com/?a=1&amp;b=2</a></p>',
  ],
  [
    'one that would run leads nowhere',
    '[x](javascript:alert(1))',
    '<p>x <span class="address">(javascript:alert(1))</span></p>',
  ],
  [
    'nor one by another name',
    '[x][r]\n\n[r]: JaVaScRiPt:alert(1)',
    '<p>x <span class="address">(JaVaScRiPt:alert(1))</span></p>',
  ],
  ['nor by numbers', '[x](java&#115;cript:a)', '<p>x <span class="address">(javascript:a)</span></p>'],
  [
    'nor one to data or to a file',
    '[x](data:text/html,1) [y](file:///etc/x)',
    '<p>x <span class="address">(data:text/html,1)</span> y <span class="address">(file:///etc/x)</span></p>',
  ],
  [
    'a picture is named',
    '![a cat](https://x.example/?q=1)',
    '<p><span class="address">(image: a cat, https://x.example/?q=1)</span></p>',
  ],
  [
    'raw HTML is text',
    'a <img src=x onerror=alert(1)>\n\n<script>1</script>',
    '<p>a &lt;img src=x onerror=alert(1)&gt;</p>\n&lt;script&gt;1&lt;/script&gt;',
  ],
])('%s', (_, markdown, html) => {
  expect(written(markdown)).toBe(html)
})

describe('what cannot be read in good time is left as it was written', () => {
  test.each([
    ['too long', 'a'.repeat(40_001)],
    ['quotations in quotations', '>'.repeat(5000)],
    ['lists in lists', '- '.repeat(5000)],
    ['footnotes in footnotes', '[^a]: '.repeat(3000)],
    ['brackets', ']'.repeat(4000)],
    ['brackets that look like a list', `a\n${'    - ]]\n'.repeat(1500)}`],
    ['brackets line by line', ']\r\n'.repeat(1500)],
    ['stress of two kinds', '*_'.repeat(4000)],
    ['brackets behind a fence that is none', `   \`\`\`\n\`\`\`\n${']'.repeat(4000)}`],
    ['brackets behind a fence in HTML', `<div>\n\`\`\`\n\n${']'.repeat(4000)}`],
    [
      'lists further and further in',
      Array.from({ length: 250 }, (_, at) => `${' '.repeat(at)}- a`).join('\n'),
    ],
    ['thousands of headings', '\n#~\n\n-'.repeat(1500)],
    ['stress in stress', `${'*a '.repeat(200)}x${'*'.repeat(200)}`],
  ])('%s', (_, markdown) => {
    expect(written(markdown)).toBeUndefined()
  })

  test.each([
    ['a long rule', `a\n\n${'-'.repeat(300)}\n\nb`],
    ['long code', `a\n\n\`\`\`json\n${'{ "a_b": [1, [2]] },\n'.repeat(1500)}\`\`\`\n\nb *c*`],
    ['a long list', '- a [b](c) *d*\n'.repeat(400)],
    ['pages of prose', `${'Some_thing of *weight* and `code`, said.\n'.repeat(6)}\n`.repeat(140)],
    ['a table', `| a | b |\n| - | - |\n${'| `one` | [two](x) |\n'.repeat(120)}`],
  ])('but not %s', (_, markdown) => {
    expect(written(markdown)).toBeDefined()
  })
})
