/** Text without what may be a secret. */
export type Redact = (text: string) => string

const gone = '[redacted]'

/** Shorter values stand in ordinary words too often to be blanked wherever they occur. */
const shortest = 6

/** Forms that keys are known by, wherever they come from. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|pk|rk)-[A-Za-z0-9_-]{8,}/g, gone],
  [/\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|npm_|hf_)[A-Za-z0-9_-]{8,}/g, gone],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, gone],
  [/\bAIza[A-Za-z0-9_-]{30,}/g, gone],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g, gone],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, gone],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi, `$1 ${gone}`],
  [/(:\/\/)[^/\s:@]+:[^/\s@]+@/g, `$1${gone}@`],
  [
    /((?:api[-_]?key|token|secret|passw(?:or)?d|authorization)["']?\s*[:=]\s*["']?)(?!\[redacted\]|Bearer\b|Basic\b)[^\s"',;&]{4,}/gi,
    `$1${gone}`,
  ],
]

/**
 * Blanks `known` values, those that `later` tells by then, and everything in the form of a key. It is a net under what is logged and told, not a licence to
 * log: a secret of no known form that nobody named goes through.
 */
export function createRedactor(known: readonly string[], later: () => readonly string[] = () => []): Redact {
  const first = inOrder(known)
  return (text) => {
    const more = later()
    const values = more.length === 0 ? first : inOrder([...known, ...more])
    const blanked = values.reduce((rest, value) => rest.replaceAll(value, gone), text)
    return forms.reduce((rest, [form, put]) => rest.replace(form, put), blanked)
  }
}

/** A value also as it stands in JSON, in an address and in a shell's quotation marks. */
const spellings = (value: string): readonly string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value.toWellFormed()),
  value.replaceAll("'", String.raw`'\''`),
]

/** The longest first: one value may be the beginning of another. */
const inOrder = (values: readonly string[]): readonly string[] =>
  [...new Set(values.filter((value) => value.length >= shortest).flatMap(spellings))].sort(
    (one, other) => other.length - one.length,
  )
