import { expect, test } from 'vitest'
import { textDiff } from '../../../../../src/main/adapters/text-diff/text-diff'
import { plannedWrites } from '../../../../../src/main/core/hook-gateway/planned-writes'
import type { Wanted } from '../../../../../src/main/core/hook-gateway/hook-body'
import { fileChanges } from '../../../../../src/main/core/patch/file-changes'

const text = 'first canary\nkey=old canary\nlast canary\n'

/** What is shown of a change of a file in `folder`, whose text is a canary in each line. */
async function shownOf(wanted: Wanted, folder: string): Promise<string> {
  const files = await plannedWrites(wanted, '/work', {
    look: (path) =>
      Promise.resolve({
        kind: 'file',
        place: `${folder}/${path.split('/').at(-1) ?? ''}`,
        mode: 0o644,
        links: 1,
        text,
      }),
  })
  expect(files).toHaveLength(1)
  return JSON.stringify(fileChanges(files ?? [], (place) => place.startsWith('/work/'), textDiff))
}

test.each<[what: string, wanted: Wanted, says: readonly string[]]>([
  ['a file written over', { kind: 'write', path: '/outside/a', content: 'new text\n' }, ['+new text']],
  [
    'a part of a line',
    { kind: 'edits', path: '/outside/a', edits: [{ from: 'key=', to: 'name=', everywhere: false }] },
    ['-key=', '+name='],
  ],
  [
    'something everywhere',
    { kind: 'edits', path: '/outside/a', edits: [{ from: 'a', to: 'b', everywhere: true }] },
    ['-a', '+b'],
  ],
])(
  '%s outside is shown as what the agent says of it, and nothing else that stands there',
  async (_, wanted, says) => {
    const outside = await shownOf(wanted, '/outside')
    expect(outside).not.toContain('canary')
    for (const each of says) expect(outside).toContain(`${each}\\n`)
    expect(await shownOf(wanted, '/work')).toContain('canary')
  },
)
