import { expect, test } from 'vitest'
import { commandLineLayers } from '../../../../../src/main/adapters/config-toml/command-line-layer'
import { callFlags } from '../../../../../src/main/hosts/mcp-server/tool-calls'

/** What the configuration reads out of a call's flags, one table a flag. */
const tables = (config: Parameters<typeof callFlags>[0]['config']) =>
  commandLineLayers(callFlags({ prompt: 'go', config })).map(({ root }) => root)

test('values and tables arrive in the configuration as they were sent', () => {
  expect(
    tables({
      model: 'say "so"\n\\ é',
      'sandbox_workspace_write.network_access': true,
      tui: { notifications: ['agent-turn-complete'] },
      projects: { '/a b/"c".d': { trust_level: 'trusted' } },
      project_doc_max_bytes: 12,
    }),
  ).toEqual([
    { model: 'say "so"\n\\ é' },
    { sandbox_workspace_write: { network_access: true } },
    { tui: { notifications: ['agent-turn-complete'] } },
    { projects: { '/a b/"c".d': { trust_level: 'trusted' } } },
    { project_doc_max_bytes: 12 },
  ])
})

test.each([[{ 'model=x': 'y' }], [{ 'a\nb': 1 }], [{ model: null }], [{ tui: { notifications: null } }]])(
  '%j is refused',
  (config) => {
    expect(() => tables(config)).toThrow(/expected/)
  },
)
