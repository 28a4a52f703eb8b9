import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('../../../src/renderer/styles/tokens.css', import.meta.url), 'utf8')
const read = (text: string) =>
  new Map(
    [...text.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
      ([, name = '', light = '', dark = '']): [string, readonly [string, string]] => [name, [light, dark]],
    ),
  )
const tokens = read(css)
const more = read(
  readFileSync(new URL('../../../src/renderer/styles/appearance.css', import.meta.url), 'utf8'),
)

/** As WCAG 2.2 reckons it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

it('code can be read in each of its colours, on each of its grounds, light and dark', () => {
  const grounds = ['bg-sunken', 'bg-raised', 'bg-window', 'bg-selected']
  grounds.push('diff-add-bg', 'diff-del-bg', 'diff-add-word', 'diff-del-word')
  // A command's operators stand in no diff; what is hidden has a ground of its own.
  const elsewhere = ['syn-operator', 'syn-escape-bg', 'syn-escape-text']
  const texts = [...tokens.keys()].filter((name) => name.startsWith('syn-') && !elsewhere.includes(name))
  expect(texts.length).toBeGreaterThan(7)
  const weak = ['text', ...texts].flatMap((text) =>
    grounds.flatMap((ground) =>
      [0, 1].flatMap((theme) => {
        const ratio = contrast(tokens.get(text)?.[theme] ?? '', tokens.get(ground)?.[theme] ?? '')
        return ratio >= 4.5
          ? []
          : [`${text} on ${ground}, ${theme === 0 ? 'light' : 'dark'}: ${ratio.toFixed(2)}`]
      }),
    ),
  )
  expect(weak).toEqual([])
})

it('high contrast has every colour anew, text at 7:1 and edges at 4.5:1 on each of its grounds, light and dark', () => {
  const kept = ['syn-escape-bg', 'syn-escape-text']
  expect([...tokens.keys()].filter((name) => !more.has(name) && !kept.includes(name))).toEqual([])
  const grounds = ['bg-window', 'bg-rail', 'bg-raised', 'bg-sunken', 'bg-hover', 'bg-selected']
  const texts = [...more.keys()].filter((name) =>
    /^(?:text|text-[23]|text-link|syn-.*|level-.*-text|diff-.*-text)$/.test(name),
  )
  const pairs = [
    ...texts.flatMap((text) => grounds.map((ground) => [text, ground, 7] as const)),
    ...['low', 'medium', 'high', 'none'].map(
      (level) => [`level-${level}-on`, `level-${level}-solid`, 7] as const,
    ),
    ...['diff-add-word', 'diff-del-word'].map((ground) => ['text', ground, 7] as const),
    ...[...more.keys()]
      .filter((name) => /^(?:border.*|level-.*-border|focus|accent)$/.test(name))
      .map((edge) => [edge, 'bg-window', 4.5] as const),
    ['text-on-inverse', 'bg-inverse', 7] as const,
  ]
  expect(pairs.length).toBeGreaterThan(100)
  const weak = pairs.flatMap(([over, ground, least]) =>
    [0, 1].flatMap((theme) => {
      const ratio = contrast(more.get(over)?.[theme] ?? '', more.get(ground)?.[theme] ?? '')
      return ratio >= least
        ? []
        : [`${over} on ${ground}, ${theme === 0 ? 'light' : 'dark'}: ${ratio.toFixed(2)}`]
    }),
  )
  expect(weak).toEqual([])
})

it('a class means one thing: it has its rule in one file alone', () => {
  // A rule of which the class is the whole selector.
  const alone = /(?<=(?:\}|\*\/)\n\n?)\.([a-z0-9-]+) \{$/gm
  const files = new Map<string, Set<string>>()
  const folder = new URL('../../../src/renderer/styles/', import.meta.url)
  for (const name of readdirSync(folder))
    for (const [, cls = ''] of readFileSync(new URL(name, folder), 'utf8').matchAll(alone))
      files.set(cls, (files.get(cls) ?? new Set()).add(name))
  const twice = [...files].filter(([, where]) => where.size > 1)
  expect(twice.map(([cls, where]) => `${cls}: ${[...where].join(', ')}`)).toEqual([])
})

it('no style asks by :has() what a pseudo-element looks like: Chromium then has the whole window styled anew for each element that comes or goes', () => {
  const styles = new URL('../../../src/renderer/styles/', import.meta.url)
  const found = readdirSync(styles)
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) => readFileSync(new URL(name, styles), 'utf8').split(/[{};]|\*\//))
    .flatMap((rule) => rule.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim())
    .filter((selector) => /:has\(.*::[a-z]/s.test(selector))
  expect(found).toEqual([])
})

it('no style asks what stands beside any element: each row that comes or goes would have all rows of its list styled anew', () => {
  const styles = new URL('../../../src/renderer/styles/', import.meta.url)
  const selectors = readdirSync(styles)
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(new URL(name, styles), 'utf8').replaceAll(/\/\*.*?\*\//gs, ''))
    .flatMap((text) => [...text.matchAll(/[^{};]+(?=\{)/g)])
    .flatMap(([list]) => list.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim())
  // Without a class or attribute on the left it is asked of everything; what rows are made of is on the right.
  const ofAll = /(?:^|[\s>])[a-z0-9*]+ [+~] (?:\*|div|span|code|button|mark)(?![\w-])/
  expect(selectors.length).toBeGreaterThan(500)
  expect(selectors.filter((selector) => ofAll.test(selector))).toEqual([])
})
