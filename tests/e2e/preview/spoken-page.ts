import type { Locator, Page } from 'playwright-core'

type Say = (english: string) => string

/** A pattern of plain words is said like the words. */
const pattern = (given: RegExp, say: Say): RegExp =>
  /^\^?[\w ]+\$?$/.test(given.source)
    ? new RegExp(
        given.source.replace(/[\w ]+/, (words) => say(words).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')),
      )
    : given

function translated(value: unknown, say: Say): unknown {
  if (typeof value === 'string') return say(value)
  return value instanceof RegExp ? pattern(value, say) : value
}

/** The same page, where things are found by what they are called in English, whatever language it speaks. */
export function pageSaying<T extends Page | Locator>(found: T, say: Say): T {
  return new Proxy(found, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name)
      if (typeof own !== 'function') return own
      const call = own as (...given: unknown[]) => unknown
      if (name === 'getByRole')
        return (role: string, options: { name?: unknown } = {}) => {
          const named = 'name' in options ? { ...options, name: translated(options.name, say) } : options
          return pageSaying(call.call(target, role, named) as Locator, say)
        }
      if (name === 'getByText' || name === 'getByLabel' || name === 'getByPlaceholder')
        return (text: unknown, options?: object) =>
          pageSaying(call.call(target, translated(text, say), options) as Locator, say)
      if (name === 'locator' || name === 'first' || name === 'last' || name === 'nth' || name === 'filter')
        return (...given: unknown[]) => pageSaying(call.apply(target, given) as Locator, say)
      return call.bind(target)
    },
  })
}
