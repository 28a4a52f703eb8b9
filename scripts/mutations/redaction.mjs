const redaction = 'tests/unit/main/core/redaction/redact-secrets.test.ts'

/** @type {readonly import('./mutation.mjs').Mutation[]} What is not told. */
export const redactionMutations = [
  {
    id: 'redact-open-key',
    group: 'redaction',
    file: 'src/main/core/redaction/redact-secrets.ts',
    from: '(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g',
    to: '-----END [A-Z ]*PRIVATE KEY-----/g',
    why: 'a private key without its end is told',
    tests: [redaction],
  },
  {
    id: 'redact-shortest-first',
    group: 'redaction',
    file: 'src/main/core/redaction/redact-secrets.ts',
    from: '(one, other) => other.length - one.length,',
    to: '(one, other) => one.length - other.length,',
    why: 'the rest of a secret is told that begins with another one',
    tests: [redaction],
  },
  {
    id: 'redact-named-variables',
    group: 'redaction',
    file: 'src/main/core/redaction/known-secrets.ts',
    from: 'named.has(name) || holdsSecret([name, value]) ? [value] : []',
    to: 'named.has(name) && holdsSecret([name, value]) ? [value] : []',
    why: 'keys in variables that nobody configured are told',
    tests: [redaction],
  },
  {
    id: 'redact-server-headers',
    group: 'redaction',
    file: 'src/main/core/redaction/known-secrets.ts',
    from: '      ...Object.values(http_headers),\n',
    to: '      ...Object.keys(http_headers),\n',
    why: "a server's configured key is told",
    tests: [redaction],
  },
  {
    id: 'redact-later-secrets',
    group: 'redaction',
    file: 'src/main/core/redaction/redact-secrets.ts',
    from: 'const values = more.length === 0 ? first : inOrder([...known, ...more])',
    to: 'const values = more.length === 0 ? inOrder([...known, ...more]) : first',
    why: 'a token of a later sign-in is told',
    tests: [redaction, 'tests/integration/mcp-client/sign-in.test.ts'],
  },
]
