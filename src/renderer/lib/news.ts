/** One heading of the changelog's newest part with its points, in the changelog's own words. */
export interface NewsGroup {
  readonly title: string
  readonly points: readonly string[]
}

/** Reads the newest part of a changelog (Keep a Changelog) that says anything; empty: there is none. A point said twice is read once. */
export function newestNews(changelog: string): readonly NewsGroup[] {
  const parts = changelog
    .split(/^## .*$/m)
    .slice(1)
    .map(groupsOf)
  return parts.find((groups) => groups.length > 0) ?? []
}

function groupsOf(part: string): readonly NewsGroup[] {
  return part
    .split(/^### /m)
    .slice(1)
    .map((group) => {
      const [title = '', ...rest] = group.split('\n')
      const points = rest
        .join('\n')
        .split(/^- /m)
        .slice(1)
        .map((point) => point.replaceAll(/\s+/g, ' ').trim())
      return { title: title.trim(), points: [...new Set(points)] }
    })
    .filter(({ points }) => points.length > 0)
}
