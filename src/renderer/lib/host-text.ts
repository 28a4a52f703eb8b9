/** What is suspicious about a host's spelling. */
export type HostFlag = 'punycode' | 'mixed'

/** A run of text; a flagged one is a host that may be read as another. The parts joined are the whole text. */
export interface HostSegment {
  readonly text: string
  readonly flag: HostFlag | undefined
}

// Labels of letters, digits, hyphens and underscores, joined by dots, with a port. A name without a dot is no host of the network.
const hostLike =
  /[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N}_-]*\.)+[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}](?::\d{1,5})?/gu
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

/** Splits text so that every host in it that may be a look-alike stands apart. */
export function hostSegments(text: string): readonly HostSegment[] {
  const parts: HostSegment[] = []
  let end = 0
  for (const match of text.matchAll(hostLike)) {
    const flag = hostFlag(match[0])
    if (flag === undefined) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), flag: undefined })
    parts.push({ text: match[0], flag })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end), flag: undefined })
  return parts
}

/**
 * Why a host's spelling needs a second look: it is written in punycode, which stands for letters that are not shown, or
 * one of its labels mixes alphabets that share shapes. Undefined for every other name, whatever its script.
 */
export function hostFlag(host: string): HostFlag | undefined {
  const labels = host.split('.')
  if (labels.some((label) => /^xn--/i.test(label))) return 'punycode'
  const mixed = labels.some((label) => scripts.filter((script) => script.test(label)).length > 1)
  return mixed ? 'mixed' : undefined
}
