// eslint-disable-next-line no-restricted-imports -- the kernel's own file
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Layout } from '../bwrap-args'
import type { Made } from '../journal'
import { isUnder, kernelPlaces } from '../writable-roots'

/** The outermost of these folders: an overlay holds what lies below it. */
export function outermost(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths)]
  return all.filter((path) => !all.some((other) => other !== path && isUnder(path, other))).sort()
}

/** Whether an overlay can lie over it. */
export const canBeViewed = (path: string): boolean =>
  path !== '/' && !kernelPlaces.some((place) => isUnder(path, place))

/** What a layout needs copies of: all that it opens, and of files the folders around them. */
export function viewedPlaces({ writable, files }: Pick<Layout, 'writable' | 'files'>): readonly string[] {
  return outermost([...writable, ...files.map((file) => dirname(file))])
}

/** The mount points below these places, which look empty through an overlay; none where they cannot be read. */
export function mountsBelow(places: readonly string[]): readonly string[] {
  const text = readFileSync('/proc/self/mountinfo', 'utf8')
  const points = text.split('\n').flatMap((line) => {
    const point = line.split(' ')[4]
    return point === undefined
      ? []
      : [point.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)))]
  })
  return [...new Set(points)].filter((point) =>
    places.some((place) => point !== place && isUnder(point, place)),
  )
}

/** The words of the program `view` before its `--`, after its own name (view.c). */
export function viewArguments(view: {
  readonly staging: string
  readonly keep: readonly string[]
  readonly over: readonly { readonly place: string; readonly number: number }[]
  readonly missing: readonly Made[]
}): readonly string[] {
  const kept = view.keep.filter((path) => view.over.some(({ place }) => isUnder(path, place)))
  return [
    String(process.pid),
    view.staging,
    ...kept.flatMap((path) => ['keep', path]),
    ...view.over.flatMap(({ place, number }) => ['over', place, String(number)]),
    ...view.missing.flatMap(({ path, kind, content }) =>
      kind === 'folder' ? ['folder', path] : ['file', path, content],
    ),
    '--',
  ]
}
