import { expect, test } from 'vitest'
import { tomlModules } from '../../../scripts/toml-modules.mjs'

const text =
  'name = "x"\n[[effects]]\ndoes = "a"\nexamples = ["b"]\n[connects]\nexamples = []\nhost = "`$h"\n'

/** What a program that imports such a file has of it. */
async function imported(options?: { readonly without: readonly string[] }): Promise<unknown> {
  const { transform } = tomlModules(options) as {
    transform: (text: string, id: string) => { readonly code: string }
  }
  const { code } = transform(text, '/x.toml')
  return { ...((await import(`data:text/javascript,${encodeURIComponent(code)}`)) as object) }
}

test('a file is what it says, and what only tests read is left out of what is shipped, at any depth', async () => {
  expect(await imported()).toEqual({
    name: 'x',
    effects: [{ does: 'a', examples: ['b'] }],
    connects: { examples: [], host: '`$h' },
  })
  expect(await imported({ without: ['examples'] })).toEqual({
    name: 'x',
    effects: [{ does: 'a' }],
    connects: { host: '`$h' },
  })
})
