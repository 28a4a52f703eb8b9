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
