import { expect, test } from 'vitest'
import { runUndo } from '../../../../../src/main/hosts/terminal/run-undo'

test.each([{}, { list: true }])(
  'why nothing can be told of a folder is told instead of "nothing" (%j)',
  async (options) => {
    const said: string[] = []
    const restores = {
      list: () =>
        Promise.resolve({ found: [], left: [], trouble: ['An undo\nin \u001b[31m/w was broken off.'] }),
      restore: () => Promise.reject(new Error('nothing is chosen')),
    }
    const io = { write: (text: string) => said.push(text), complain: (text: string) => said.push(text) }
    const code = await runUndo({ id: undefined, folder: '/w', options, restores }, io)
    expect([code, said.filter((text) => text !== '')]).toEqual([
      'list' in options ? 0 : 1,
      [expect.stringMatching(/^countersign: An undo in [^\u001b]*\/w was broken off\.\n$/)],
    ])
  },
)

test('what is not kept and stays is named beside what was taken back', async () => {
  const said: string[] = []
  const undoable = {
    ...({ id: 's:1', kind: 'turn', way: 'undo', sessionId: 's', title: 'Go', at: '', files: 1 } as const),
  }
  const restores = {
    list: () => Promise.resolve({ found: [undoable], left: [] }),
    restore: () => Promise.resolve({ files: 1, left: [], unkept: ['.gitignore'] }),
  }
  const io = { write: (text: string) => said.push(text), complain: (text: string) => said.push(text) }
  expect(await runUndo({ id: undefined, folder: '/w', options: {}, restores }, io)).toBe(0)
  expect(said.join('')).toMatch(/: 1 file\.\nleft, since it is not kept for undo: \.gitignore\n$/)
})
