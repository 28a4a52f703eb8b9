import { expect, test } from 'vitest'
import { fakeEngine, fakeSandbox } from '../../../../fakes/fake-world'

test('a session that begins tells the sandbox which folder and policy its commands will have', async () => {
  const foreseen: unknown[] = []
  const sandbox = {
    ...fakeSandbox(),
    foresee: (...told: readonly unknown[]) => {
      foreseen.push(told)
    },
  }
  const { engine } = fakeEngine({ sandbox })
  const { sandboxPolicy } = await engine.createSession({ cwd: '/work' })
  expect(foreseen).toEqual([['/work', sandboxPolicy]])
})
