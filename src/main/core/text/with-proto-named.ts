/** One that is called so, in brackets or not: each gets brackets more, so that no two become the same. */
const proto = /^\[*__proto__\]*$/

/**
 * A JSON value in which no member is called `__proto__`: it stands under `[__proto__]`. Schemas and copies leave a member of that name out,
 * and a program that is handed the value itself need not. Throws RangeError for what is nested too deeply.
 */
export function withProtoNamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withProtoNamed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      proto.test(name) ? `[${name}]` : name,
      withProtoNamed(inner),
    ]),
  )
}
